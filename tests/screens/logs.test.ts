import { describe, expect, test } from "vitest";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { addDays, dayOf } from "../../server/kernel/time";
import { sql } from "../../server/kernel/database/sql";
import { aCommonRow, manyRows } from "../operations/logs/world";
import { type Agent, anAdmin, anAgent, anOffice, aSuperadmin, type Office } from "../world/builders";
import { pageOf } from "../world/page";
import { rowsUnder, tableIn } from "../world/table";
import { aVisitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const LOGIN = "/app/logs/login";
const ALL = "/app/logs/common-logs";
/** Opens the screen without days kept from another one. */
const OPENS = "dateRange=";
const JUNE = "start=2026-06-01&end=2026-06-30";
let north: Office;
let ada: Agent;

/** Sign-ins of June, in addition to those of the test itself. */
async function signIns(): Promise<void> {
  for (const [who, ip, at, hours] of [
    [north, "192.0.2.1", "2026-06-10T13:00:00Z", 2],
    [ada, "192.0.2.2", "2026-06-10T14:00:00Z", null],
    [ada, "2001:db8::7", "2026-06-20T03:30:00Z", 1],
  ] as const) {
    const agentId = who === ada ? ada.id : null;
    await execute(sql`
      INSERT INTO login_log (account_id, agent_id, company_id, ip, in_time, out_time)
      VALUES (${who.accountId}, ${agentId}, ${north.id}, ${ip}, ${at}, ${at}::timestamptz + ${hours}::int * interval '1 hour')`);
  }
}

const { server, as, open } = aScreenWorld(
  { people: ["root", "man", "ada", "adm", "look"], env: { IP_LOOKUP_URL: "https://lookup.example/?q={ip}" } },
  async () => {
    north = await anOffice({ username: "man", officeName: "North" });
    const south = await anOffice({ username: "other", officeName: "South" });
    ada = await anAgent({ username: "ada", office: north });
    await anAgent({ username: "bob", office: south });
    await anAdmin({ username: "adm", showCommonLogs: false });
    await anAdmin({ username: "look", showCommonLogs: true });
    await aSuperadmin({ username: "root" });
    await writeTransaction(async () => {
      await signIns();
      await manyRows(70);
      await aCommonRow({
        ...{ at: "2026-06-11T12:00:00Z", username: "mara", role: 10, officeName: "North", companyId: north.id },
        ...{ ip: "2001:db8::7", actionType: "UPDATE", actionName: "POST /api/offices/5", responseCode: 422 },
        ...{ postParams: { officeName: "<b>&", agentNotes: "x".repeat(6_000) }, getParams: { page: "2" } },
        auditIds: await auditRows(),
      });
    });
  },
);

async function auditRows(): Promise<number[]> {
  await execute(sql`
    INSERT INTO audit (operation, record, record_id, before, after) VALUES
      ('offices.update', 'office', '5', '{"officeName": "Nord", "hidden": false}', '{"officeName": "North", "hidden": true}'),
      ('offices.update', 'agent', '9', NULL, '{"username": "eve"}')`);
  return [1, 2];
}
const column = (html: string, heading = "Username") => tableIn(html).column(heading);
const range = (html: string) => [pageOf(html).value("start"), pageOf(html).value("end")];

describe("login logs", () => {
  test("are titled, state the time zone, and open with the last seven days [LOGIN-LOG-01, API-02]", async () => {
    const { html, headers } = await as("adm").get(`${LOGIN}?${OPENS}`);
    expect(pageOf(html).one("h1")?.text).toBe("Login Logs");
    expect(pageOf(html).one("h1 + p.note")?.text).toMatch(/^Times are in US Eastern time \(E[SD]T\)$/);
    const today = dayOf(Date.now());
    expect(range(html)).toEqual([addDays(today, -6), today]);
    expect(tableIn(html).headings).toEqual(["Username", "IP", "Login", "Logout"]);
    expect(headers.get("cache-control")).toContain("no-store");
  });

  test("are filtered by admins by office, agent, address and days; managers lack the office, agents both [LOGIN-LOG-02, ROLE-13, ROLE-14, ROLE-16]", async () => {
    const [admin, manager, agent] = [await open(LOGIN, "adm"), await open(LOGIN, "man"), await open(LOGIN, "ada")];
    expect(pageOf(admin).choices("companyId")).toEqual(["All", "North", "South"]);
    for (const html of [admin, manager, agent]) {
      expect(pageOf(html).choices("hint")[0]).toBe("Choose payout period");
      expect(pageOf(html).choices("hint")).toHaveLength(53);
      expect(pageOf(html).choices("hint")[1]).toMatch(/^\d{4}-\d\d-(01|16) ~ \d{4}-\d\d-(15|28|29|30|31)$/);
      expect(pageOf(html).value("ipAddress")).toBe("");
    }
    for (const html of [manager, agent]) expect(html).not.toContain('name="companyId"');
    expect(pageOf(manager).value("agentId")).toBe("");
    expect(agent).not.toContain('name="agentId"');
  });

  test("show name, address, sign-in and sign-out, newest first, and sort by sign-in [LOGIN-LOG-04, LOGIN-LOG-06, LOGIN-LOG-07]", async () => {
    const html = await open(`${LOGIN}?${JUNE}`, "adm");
    expect(tableIn(html).rows).toEqual(
      rowsUnder(
        ["Username", "IP", "Login", "Logout"],
        ["ada", "2001:db8::7", "2026-06-19 (23:30)", "2026-06-20 (00:30)"],
        ["ada", "192.0.2.2", "2026-06-10 (10:00)", ""],
        ["man", "192.0.2.1", "2026-06-10 (09:00)", "2026-06-10 (11:00)"],
      ),
    );
    const turned = pageOf(html).link("Login");
    expect(turned).toContain("sortAsc=true&sortField=inTime");
    expect(column(await open(LOGIN + turned, "adm"))).toEqual(["man", "ada", "ada"]);
    expect(pageOf(html).all("th > a")).toHaveLength(1);
  });

  test("are prefilled from the query, with the agent's username for an ID or a name [LOGIN-LOG-03]", async () => {
    for (const agent of [ada.id, "ADA"]) {
      const html = await open(`${LOGIN}?agentId=${agent}&companyId=${north.id}&ipAddress=+2001:db8&${JUNE}`, "adm");
      expect([pageOf(html).value("agentId"), pageOf(html).value("companyId")]).toEqual(["ada", String(north.id)]);
      expect([...range(html), pageOf(html).value("ipAddress")?.trim()]).toEqual([
        "2026-06-01",
        "2026-06-30",
        "2001:db8",
      ]);
      expect(column(html, "IP")).toEqual(["2001:db8::7"]);
    }
    // A link from the list of agents also names the manager's own office.
    const html = await open(`${LOGIN}?agentId=${ada.id}&companyId=${north.id}&${JUNE}`, "man");
    expect(column(html)).toEqual(["ada", "ada"]);
    expect(html).not.toContain('class="failure"');
  });

  test("of an agent can be opened by path but have no tab [LOGIN-LOG-09]", async () => {
    const html = await open(`${LOGIN}?${JUNE}`, "ada");
    expect(column(html)).toEqual(["ada", "ada"]);
    expect(html).not.toContain(">Login Logs</a>");
    const { path } = await as("ada").open("/app/logs");
    expect(path).toBe("/app/logs/chat");
  });

  test("use a chosen payout period instead of the dates sent with it", async () => {
    const hint = encodeURIComponent("2026-06-16,2026-06-30,beWeek");
    const html = await open(`${LOGIN}?start=2026-06-01&end=2026-06-15&hint=${hint}&hintWas=`, "adm");
    expect(range(html)).toEqual(["2026-06-16", "2026-06-30"]);
    expect(column(html, "IP")).toEqual(["2001:db8::7"]);
  });

  test("say so if there are no rows [ERR-22]", async () => {
    expect(tableIn(await open(`${LOGIN}?start=2020-01-01&end=2020-01-02`, "adm")).empty).toBe(
      "No logs for selected period",
    );
  });

  test("keep the search, but not the order, in links to another log [LOGIN-LOG-12]", async () => {
    const html = await open(`${LOGIN}?companyId=${north.id}&${JUNE}&sortField=inTime&sortAsc=true&page=2`);
    expect(pageOf(html).link("Common Logs")).toBe(`${ALL}?companyId=${north.id}&${JUNE}`);
    expect(pageOf(await open(pageOf(html).link("Common Logs") ?? "")).value("companyId")).toBe(`${north.id}`);
  });

  test("export what they show, and offer no export of an invalid query", async () => {
    const html = await open(`${LOGIN}?agentId=ada&${JUNE}&page=1&pageSize=1`, "adm");
    const file = await as("adm").get(pageOf(html).link("Export") ?? "");
    expect(file.headers.get("content-disposition")).toBe(
      'attachment; filename="login-logs_ada_2026-06-01_2026-06-30.csv"',
    );
    expect(file.html.split("\n")).toEqual([
      expect.stringMatching(
        /^Username,IP,Login \(New York\),Logout \(New York\),By,Login \(UTC offset\),Logout \(UTC offset\)$/,
      ),
      "ada,2001:db8::7,2026-06-19 23:30:00,2026-06-20 00:30:00,,-04:00,-04:00",
      "ada,192.0.2.2,2026-06-10 10:00:00,,,-04:00,",
      "",
    ]);
    expect(pageOf(await open(`${LOGIN}?start=never&end=never`, "adm")).link("Export")).toBeUndefined();
  });

  test.each([
    ["start", "start=2026-06-31&end=2026-07-01", "Date Range is not valid"],
    ["start", "start=2026-06-10&end=2026-06-09", "Date Range is not valid"],
    ["agentId", "agentId=nobody", "There is no such agent."],
    ["companyId", "companyId=x", "Please choose one from the list."],
    ["ipAddress", `ipAddress=${"9".repeat(65)}`, "Please use at most 64 characters."],
  ])(
    "report an invalid %s at its field, keep it there, and show no rows [ERR-05, ERR-06, WIDGET-27]",
    async (field, query, message) => {
      const html = await open(`${LOGIN}?${OPENS}&${query}`, "adm");
      expect(pageOf(html).message(field)).toBe(message);
      if (field !== "companyId") expect(pageOf(html).value(field)).toBe(new URLSearchParams(query).get(field));
      expect(tableIn(html).rows).toEqual([]);
    },
  );

  test.each(["page=0", "page=x", "pageSize=501", "sortField=password", "sortAsc=perhaps", "after=1.x"])(
    "report an invalid address, %s, above the list",
    async (query) => {
      const html = await open(`${LOGIN}?${query}&${JUNE}`, "adm");
      expect(pageOf(html).has(".failure[role=alert]")).toBe(true);
      expect(tableIn(html).rows).toHaveLength(3);
    },
  );

  test("do not find another office's agent for a manager, by name or ID", async () => {
    expect(pageOf(await open(`${LOGIN}?agentId=bob`, "man")).message("agentId")).toBe("There is no such agent.");
    expect((await as("man").get(`${LOGIN}?agentId=999999`)).status).toBe(404);
  });
});

describe("common logs", () => {
  test("are for superadmins and holders of the permission [COMMON-01, ROLE-09]", async () => {
    for (const name of ["root", "look"]) expect((await as(name).get(ALL)).status).toBe(200);
    for (const name of ["adm", "man", "ada"]) {
      expect((await as(name).get(ALL)).status).toBe(403);
      const { status, html } = await as(name).get(`${ALL}/export_data.txt`);
      expect([status, html]).toEqual([403, "You may not export the common logs."]);
      expect(await open(LOGIN, name)).not.toContain("Common Logs");
    }
  });

  test("are titled, state the time zone, and search when they open [COMMON-02, COMMON-04]", async () => {
    const html = await open(`${ALL}?${OPENS}`);
    expect(pageOf(html).one("h1")?.text).toBe("Common Logs");
    expect(pageOf(html).one("h1 + p.note")?.text).toMatch(/^Times are in US Eastern time \(E[SD]T\)$/);
    const today = dayOf(Date.now());
    expect(range(html)).toEqual([addDays(today, -6), today]);
    // The sign-ins of this test are already logged.
    expect(column(html, "Method Path")).toContain("POST /login");
    expect(column(await open(`${ALL}?${JUNE}&username=mara`), "Auth User Name")).toEqual(["mara"]);
  });

  test("have their search fields, and Search, Clear and 'Export to txt' [COMMON-03, COMMON-05, COMMON-06, COMMON-08, COMMON-09]", async () => {
    const html = await open(`${ALL}?${JUNE}`);
    expect(pageOf(html).choices("role")).toEqual(["All Roles", "Superadmin", "Admin", "Company", "Agent"]);
    expect(pageOf(html).choices("companyId")).toEqual(["All", "North", "South"]);
    expect(pageOf(html).choices("actionType")).toEqual(["All", "READ", "CREATE", "UPDATE", "DELETE", "AUTH", "EXPORT"]);
    for (const name of ["username", "ip", "agentId", "actionName", "responseCode", "postParams"]) {
      expect(pageOf(html).value(name), name).toBe("");
    }
    expect(html).toContain('<label for="q-postParams">Post Params (very high load)</label>');
    expect(html).toContain(">Search</button>");
    expect(pageOf(html).link("Export to txt")).toBe(`${ALL}/export_data.txt?${JUNE}`);
    const cleared = await open(`${ALL}${pageOf(html).link("Clear")}`);
    expect(range(cleared)[1]).toBe(dayOf(Date.now()));
    expect(range(await open(ALL))[1]).toBe(dayOf(Date.now()));
  });

  test("show who made which request from where, with which response [COMMON-10, FORMAT-12]", async () => {
    const html = await open(`${ALL}?${JUNE}&username=mara`);
    expect(tableIn(html).headings).toEqual([
      ...["Role", "Date", "Auth User Name", "IP", "Account Name", "Agent Name", "Office Name", "Type", "Method Path"],
      ...["Response Code", "Post Params", "Get Params"],
    ]);
    expect(tableIn(html).rows[0]).toMatchObject({
      ...{ Role: "Company", Date: "2026-06-11 (08:00)", "Auth User Name": "mara", IP: "2001:db8::7" },
      ...{ "Account Name": "Root", "Agent Name": "", "Office Name": "North" },
      ...{ "Method Path": "POST /api/offices/5", "Response Code": "422" },
    });
  });

  test("link an address to its lookup without a referrer [COMMON-11]", async () => {
    const html = await open(`${ALL}?${JUNE}&username=mara`);
    const link = pageOf(html).one('a[href^="https://lookup"]');
    expect([link?.attr("href"), link?.attr("target"), link?.attr("rel"), link?.text]).toEqual([
      ...["https://lookup.example/?q=2001%3Adb8%3A%3A7", "_blank", "noreferrer", "2001:db8::7"],
    ]);
  });

  test("open parameters as formatted JSON, and changes with before and after [COMMON-12]", async () => {
    const html = await open(`${ALL}?${JUNE}&username=mara`);
    const [changes, post, get] = pageOf(html).all("tbody details");
    expect(post?.one("summary")?.text).toMatch(/^\{"agent/);
    expect(post?.text).toContain('{\n  "agentNotes": "xxx');
    expect(post?.text).toContain("more characters are in the export");
    expect(get?.one("pre")?.text).toBe('{\n  "page": "2"\n}');
    expect(changes?.one("summary")?.text).toBe("2 changes");
    expect(changes?.html.replaceAll("<!-- -->", "")).toContain(
      "<dt>office 5</dt><dd>hidden: <del>false</del> → <ins>true</ins></dd><dd>officeName: <del>Nord</del> → <ins>North</ins></dd>",
    );
    expect(changes?.texts("dt")).toContain("agent 9");
  });

  test("have pages, newest first, and the next page starts after the last row [COMMON-13, COMMON-14, WIDGET-10]", async () => {
    const html = await open(`${ALL}?${JUNE}`);
    expect(column(html, "Date")).toHaveLength(50);
    expect(column(html, "Date")[0]).toBe("2026-06-11 (08:00)");
    expect(html).toContain("<span>1 of 2</span>");
    const next = pageOf(html).link("Next") ?? "";
    expect(next).toMatch(/page=2&after=\d+\.\d+$/);
    await writeTransaction(() => aCommonRow({ at: "2026-06-12T12:00:00Z", username: "late" }));
    const second = await open(ALL + next);
    expect(column(second, "Date")).toHaveLength(21);
    expect(column(second, "Date").at(-1)).toBe("2026-06-09 (20:00)");
    expect(second).toContain("<span>2 of 2</span>");
    expect(pageOf(second).link("Prev")).not.toContain("after");
    await db.run`DELETE FROM common_log WHERE username = 'late'`;
  });

  test("say so in this log's words if there are no rows [ERR-23]", async () => {
    expect(tableIn(await open(`${ALL}?${JUNE}&username=nobody`)).empty).toBe("No logs for selected params");
  });

  test("export exactly what is shown, in a file named export_data and the time [COMMON-15]", async () => {
    const html = await open(`${ALL}?${JUNE}&responseCode=422&pageSize=2`);
    const file = await as("root").get(pageOf(html).link("Export to txt") ?? "");
    expect(file.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="export_data\d{14}\.txt"$/);
    const rows = file.html
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatchObject({
      username: "mara",
      responseCode: 422,
      changes: [{ recordId: "5" }, { recordId: "9" }],
    });
    expect((rows[0]?.postParams as { agentNotes: string }).agentNotes).toHaveLength(6_000);
  });

  test.each([
    ["responseCode", "99", "Please enter a response code from 100 to 599."],
    ["responseCode", "many", "Please enter a response code from 100 to 599."],
    ["agentId", "nobody", "There is no such agent."],
    ["username", "x".repeat(256), "Please use at most 255 characters."],
    ["postParams", "x".repeat(256), "Please use at most 255 characters."],
  ])(
    "report an invalid %s at its field, keep it there, show no rows, and offer no export [ERR-06]",
    async (field, typed, message) => {
      const html = await open(`${ALL}?${JUNE}&${field}=${typed}`);
      expect([pageOf(html).message(field), pageOf(html).value(field)]).toEqual([message, typed]);
      expect(tableIn(html).rows).toEqual([]);
      expect(pageOf(html).link("Export to txt")).toBeUndefined();
    },
  );

  test.each(["<script>alert(1)</script>", "' OR 1=1 --", "%", "\\", "${7*7}", "../../etc/passwd"])(
    "search for %s literally, find nothing, and show it as text",
    async (payload) => {
      for (const field of ["username", "ip", "actionName", "postParams"]) {
        const html = await open(`${ALL}?${JUNE}&${field}=${encodeURIComponent(payload)}`);
        expect(pageOf(html).value(field)).toBe(payload);
        expect(html).not.toContain("<script>alert");
        expect(tableIn(html).empty, field).toBe("No logs for selected params");
      }
    },
  );
});

test("a signed-out person is sent to the sign-in page with the address of the log", async () => {
  const { status, headers } = await aVisitor(server.url).get(`${ALL}?role=5`);
  expect([status, headers.get("location")]).toEqual([302, `/login?returnUrl=${encodeURIComponent(`${ALL}?role=5`)}`]);
});
