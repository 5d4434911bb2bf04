import { describe, expect, test } from "vitest";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aVisitor, signedIn, type Visitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const PATH = "/app/unapprove";
const LONG = "W".repeat(255);
let ids: Record<string, number>;

const { server, as } = aScreenWorld({ people: ["boss"] }, async () => {
  await aSuperadmin({ username: "boss" });
  await anAdmin({ username: "helper" });
  await anAdmin({ username: "other", approveAgents: false });
  const office = await anOffice({ username: "man", officeName: LONG });
  await anAgent({ office, username: "old" });
  ids = {};
  for (const username of ["anna", "bert", "carl", "dora", "emil"]) {
    const agent = await anAgent({ office, username, approved: false });
    const at = `2026-11-1${Object.keys(ids).length}T12:00:00Z`;
    await db.run`UPDATE accounts SET registered_at = ${at}::timestamptz WHERE id = ${agent.accountId}`;
    ids[username] = agent.id;
  }
});
const boss = as("boss");

const waiting = async () =>
  (await db.rows<{ username: string }>`SELECT username FROM accounts WHERE NOT approved ORDER BY username`).map(
    ({ username }) => username,
  );
const again = (names: string[]) => db.run`UPDATE accounts SET approved = NOT username = ANY(${names}) WHERE role = 20`;
const everybody = ["anna", "bert", "carl", "dora", "emil"];
/** The usernames of the list; each cell also has the name. */
const usernames = (html: string) => pageOf(html).texts("tbody th a");
const hidden = (html: string) =>
  pageOf(html)
    .all("input[type=hidden][name]")
    .map((field) => [field.attr("name") ?? "", field.sent ?? ""]);

/** The fields that a confirmation page would post; there may be several IDs. */
const confirmed = (html: string) => new URLSearchParams(hidden(html));
const post = (visitor: Visitor, body: URLSearchParams, path = PATH) =>
  fetch(server.url + path, {
    method: "POST",
    redirect: "manual",
    body,
    headers: { "Sec-Fetch-Site": "same-origin", Cookie: [...visitor.cookies].map((pair) => pair.join("=")).join("; ") },
  });

describe("the queue", () => {
  test("is a table of new agents, each with office, day and the word Unapproved [APPROVE-01, APPROVE-02, APPROVE-03]", async () => {
    await again(everybody);
    const { html, status } = await boss.get(`${PATH}?sortField=username`);
    expect(status).toBe(200);
    expect(html).toContain("<h1>New Agents</h1>");
    const table = tableIn(html);
    const headings = ["Username", "E-mail", "Office", "Registered", "Added by", "Status", "Actions"];
    expect(table.headings).toEqual(["(no heading)", ...headings]);
    expect(usernames(html)).toEqual(everybody);
    expect(pageOf(html).link("anna")).toBe(`/app/agents/${ids.anna}`);
    expect(table.rows[0]).toEqual({
      "(no heading)": "",
      Username: "annaAda anna",
      "E-mail": "",
      Office: LONG,
      "Added by": "",
      Registered: expect.stringMatching(/^2026-11-1\d \(07:00\)$/) as unknown,
      Status: "Unapproved",
      Actions: "Approve annaReject anna",
    });
  });

  test("sorts by its headings, and reports an invalid address above the list", async () => {
    await again(everybody);
    const names = async (query: string) => usernames((await boss.get(PATH + query)).html);
    expect(await names("?sortField=username&sortAsc=false")).toEqual([...everybody].reverse());
    for (const [query, message] of [
      ["sortField=password", "This column cannot be sorted."],
      ["page=x", "Please enter a page number."],
      ["page=0", "Please enter a page number."],
      ["pageSize=501", "Please enter a page size from 1 to 500."],
    ]) {
      const { html, status } = await boss.get(`${PATH}?${query}`);
      expect([query, status]).toEqual([query, 200]);
      expect(html).toContain(message);
      expect(tableIn(html).rows).toHaveLength(everybody.length);
    }
  });

  test("says when no agent is waiting, and then offers no act [ERR-21]", async () => {
    await again([]);
    const { html } = await boss.get(PATH);
    expect(tableIn(html).empty).toBe("All agents are approved");
    expect(html).not.toContain("Approve selected");
    expect(pageOf(html).one("poll-badge")?.text).toBe("");
  });

  test("is open, with its menu entry, to accounts that may approve [SHELL-15, ROLE-08]", async () => {
    for (const [username, opens] of [
      ["boss", true],
      ["helper", true],
      ["other", false],
      ["man", false],
      ["old", false],
    ] as const) {
      const visitor = await signedIn(server.url, username);
      for (const path of [PATH, `${PATH}/confirm?intent=approve&ids=${ids.anna}`])
        expect([username, (await visitor.get(path)).status]).toEqual([username, opens ? 200 : 403]);
      const { html } = await visitor.get("/app/home");
      expect([username, pageOf(html).link("Approve Agents")]).toEqual([username, opens ? PATH : undefined]);
      expect([username, html.includes("<poll-badge")]).toEqual([username, opens]);
      await again(["anna"]);
      const body = new URLSearchParams({ intent: "approve", ids: String(ids.anna) });
      expect([username, (await post(visitor, body)).status]).toEqual([username, opens ? 302 : 403]);
    }
  });

  test("shows two thousand waiting agents in pages of fifty", async () => {
    const office = await anOffice();
    await db.run`
        WITH made AS (
          INSERT INTO accounts (role, username, password_hash, approved)
          SELECT 20, 'wait' || n, '', false FROM generate_series(1, 2000) AS n RETURNING id)
        INSERT INTO agents (account_id, company_id, first_name, last_name) SELECT id, ${office.id}, 'A', 'B' FROM made`;
    const { html } = await boss.get(`${PATH}?page=2`);
    expect(tableIn(html).rows).toHaveLength(50);
    expect(pageOf(html).texts("span")).toContainEqual(expect.stringMatching(/^2 of 4\d$/));
    expect(pageOf(html).one("poll-badge")?.text).toMatch(/^200\d$/);
    await db.run`UPDATE accounts SET deleted_at = now() WHERE username LIKE 'wait%'`;
  });
});

describe("approving without scripts", () => {
  test("asks about one agent on a page and returns to the same list [APPROVE-04, ERR-38, APPROVE-06]", async () => {
    await again(everybody);
    const list = `${PATH}?sortField=username&sortAsc=false`;
    const page = await boss.get(`${PATH}/confirm?ids=${ids.bert}&intent=approve`, { Referer: server.url + list });
    expect(page.html).toContain("<h1>Are you sure to approve agent?</h1>");
    expect(pageOf(page.html).link("Cancel")).toBe(list);
    expect(await waiting()).toEqual(everybody);
    const done = await post(boss, confirmed(page.html));
    expect([done.status, done.headers.get("location")]).toEqual([302, list]);
    expect(await waiting()).toEqual(["anna", "carl", "dora", "emil"]);
    for (const line of done.headers.getSetCookie()) boss.cookies.set("toast", line.split(/[=;]/)[1] ?? "");
    const { html } = await boss.get(list);
    expect(pageOf(html).notice).toBe("Success Operation Complete. The agents can sign in now.");
    expect(usernames(html)).toEqual(["emil", "dora", "carl", "anna"]);
    expect(pageOf(html).one("poll-badge")?.text).toBe("4");
  });

  test("asks about selected agents in the plural, even if one is selected [APPROVE-04, ERR-39]", async () => {
    await again(everybody);
    const text = "<h1>Are you sure to approve selected agents?</h1>";
    const page = await boss.get(`${PATH}/confirm?selected=1&ids=${ids.anna}&ids=${ids.carl}&intent=approve`);
    expect(page.html).toContain(text);
    expect(page.html).toContain("<li>anna</li><li>carl</li>");
    const single = await boss.get(`${PATH}/confirm?selected=1&ids=${ids.anna}&intent=approve`);
    expect(single.html).toContain(text);
    expect((await post(boss, confirmed(page.html))).status).toBe(302);
    expect(await waiting()).toEqual(["bert", "dora", "emil"]);
  });

  test("reports an empty selection, and refuses any other act", async () => {
    const none = await boss.get(`${PATH}/confirm?selected=1&intent=approve`);
    expect([none.status, none.headers.get("location")]).toEqual([302, `${PATH}#selected`]);
    expect((await boss.get(PATH)).html).toContain("Please select at least one row.");
    for (const intent of ["", "suspend", "constructor", "__proto__"]) {
      expect((await boss.get(`${PATH}/confirm?intent=${intent}&ids=1`)).status).toBe(404);
      expect((await post(boss, new URLSearchParams({ intent, ids: "1" }))).status).toBe(404);
    }
  });

  test("approves once when sent twice [TRUST-10]", async () => {
    await again(everybody);
    const body = confirmed((await boss.get(`${PATH}/confirm?intent=approve&ids=${ids.anna}`)).html);
    const count = () => db.rows`SELECT 1 FROM audit WHERE operation = 'approvals.approve'`.then(({ length }) => length);
    const before = await count();
    expect((await Promise.all([post(boss, body), post(boss, body)])).map(({ status }) => status)).toEqual([302, 302]);
    expect(await count()).toBe(before + 1);
    expect(await waiting()).toEqual(["bert", "carl", "dora", "emil"]);
  });

  test("is 404 for an unknown agent, and shows a message above the list without IDs", async () => {
    await again(everybody);
    const send = (given: Record<string, string>) => post(boss, new URLSearchParams({ intent: "approve", ...given }));
    expect((await send({ ids: "2147483647" })).status).toBe(404);
    for (const given of [{}, { ids: "x" }, { ids: "-1" }, { ids: "1e9999" }] as Record<string, string>[]) {
      const answer = await send(given);
      const html = await answer.text();
      expect([given, answer.status]).toEqual([given, 422]);
      expect(pageOf(html).one(".failure[role=alert]")?.text).toMatch(/Please (select|choose)/);
      expect(tableIn(html).rows).toHaveLength(everybody.length);
    }
    expect(await waiting()).toEqual(everybody);
  });
});

describe("rejecting without scripts", () => {
  const reason = "The name is not the one on the contract.";

  test("asks for a reason on a page, keeps it, and shows it to the manager in the list and on the agent's page", async () => {
    await again(everybody);
    const man = await signedIn(server.url, "man");
    const { html } = await boss.get(`${PATH}/confirm?ids=${ids.dora}&intent=reject`);
    expect(html).toContain("<h1>Reject this agent?</h1>");
    expect(pageOf(html).one("input[name=reason][required]")).toBeDefined();
    const body = confirmed(html);
    body.set("reason", reason);
    expect((await post(boss, body)).headers.get("location")).toBe(PATH);
    expect(usernames((await boss.get(PATH)).html)).not.toContain("dora");
    const list = (await man.get("/app/agents?approval=rejected")).html;
    expect(usernames(list)).toEqual(["dora"]);
    expect(tableIn(list).rows[0]?.Status).toBe("ActivatedRejected");
    expect(list).toContain("1 agent was rejected");
    expect((await man.get(`/app/agents/${ids.dora}`)).html).toContain(reason);
    const ask = { intent: "request", ids: String(ids.dora) };
    expect((await man.post(`/app/agents/${ids.dora}`, ask)).status).toBe(302);
    expect(usernames((await boss.get(PATH)).html)).toContain("dora");
  });

  test("is refused without a reason, with a message above the list", async () => {
    await again(everybody);
    const answer = await post(boss, new URLSearchParams({ intent: "reject", ids: String(ids.anna), reason: " " }));
    expect(answer.status).toBe(422);
    expect(pageOf(await answer.text()).one(".failure[role=alert]")?.text).toContain("Please fill in this field.");
    expect((await man()).html).not.toContain("was rejected");
  });

  test("rejects several agents for one reason", async () => {
    await again(everybody);
    const { html } = await boss.get(`${PATH}/confirm?selected=1&ids=${ids.anna}&ids=${ids.carl}&intent=reject`);
    expect(html).toContain("<h1>Reject selected agents?</h1>");
    expect(html).toContain("2 selected:");
    const body = confirmed(html);
    body.set("reason", reason);
    await post(boss, body);
    expect(usernames((await boss.get(PATH)).html)).toEqual(["bert", "dora", "emil"]);
    await db.run`UPDATE agents SET rejected_at = NULL`;
  });
  const man = async () => (await signedIn(server.url, "man")).get("/app/agents");
});

describe("the count", () => {
  const asked = async (visitor: Visitor, headers: Record<string, string> = {}) => {
    const { status, headers: answered, html } = await visitor.get("/api/accounts/unapproved/count", headers);
    return { status, tag: answered.get("etag"), body: html };
  };

  test("is part of the page, and is not sent again while unchanged [SHELL-16, APPROVE-07, API-12]", async () => {
    await again(["anna", "carl"]);
    expect((await boss.get("/app/home")).html).toContain(
      '<poll-badge src="/api/accounts/unapproved/count" every="5">2</poll-badge>',
    );
    expect(await asked(boss)).toEqual({ status: 200, tag: 'W/"2"', body: '{"count":2}' });
    const known = { "If-None-Match": 'W/"2"' };
    expect(await asked(boss, known)).toEqual({ status: 304, tag: 'W/"2"', body: "" });
    expect(await asked(boss, { "If-None-Match": '"x", W/"2"' })).toMatchObject({ status: 304 });
    await again(["anna"]);
    expect(await asked(boss, known)).toEqual({ status: 200, tag: 'W/"1"', body: '{"count":1}' });
  });

  test("follows the rules of any call: 401 without a session, 403 without the permission", async () => {
    expect((await asked(aVisitor(server.url))).status).toBe(401);
    for (const username of ["other", "man", "old"])
      expect((await asked(await signedIn(server.url, username))).status).toBe(403);
  });

  test("leaves no row in the common log, while the approval does", async () => {
    await again(["anna"]);
    await asked(boss);
    await post(boss, new URLSearchParams({ intent: "approve", ids: String(ids.anna) }));
    const logged = () =>
      db.rows<{
        name: string;
      }>`SELECT DISTINCT action_name AS name FROM common_log WHERE response_code < 400 ORDER BY 1`;
    await expect.poll(logged).toContainEqual({ name: `POST ${PATH}` });
    expect((await logged()).filter(({ name }) => name.includes("count"))).toEqual([]);
  });
});
