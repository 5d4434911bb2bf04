import { describe, expect, test } from "vitest";
import { execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { sql, type Statement } from "../../../server/kernel/database/sql";
import * as identity from "../../../server/identity";
import { anAgent, anOffice, aSuperadmin } from "../../world/builders";
import { pageOf } from "../../world/page";
import { aVisitor, signedIn, type Visit, type Visitor } from "../../world/visitor";
import { db } from "../../world/db";
import { PASSWORD } from "../../world/shared";
import { aScreenWorld } from "../../world/screens";

const NEWS = "/app/news/edit";
const CREATE = "/app/agents/create";
const BACK = "Your entries are below; check them and save again.";
const ENDED = "You were signed out. Log in to continue.";
const KEPT = "You were signed out before your form was saved. Log in with the same account and your text is back.";
let office: Awaited<ReturnType<typeof anOffice>>;

const { server } = aScreenWorld({}, async () => {
  for (const username of ["boss", "other"]) await aSuperadmin({ username });
  office = await anOffice({ username: "man", officeName: "North" });
  await anAgent({ username: "ann", office });
});

const update = (statement: Statement) => writeTransaction(() => execute(statement));
/** Expires the twelve hours of every session. */
const endSessions = (ago = "1 minute") =>
  update(sql`
    UPDATE sessions SET expires_at = now() - ${ago}::interval, created_at = now() - ${ago}::interval - interval '12 hours'`);
const kept = () => db.rows<{ at: Date; sealed: Buffer }>`SELECT at, sealed FROM kept_forms ORDER BY at`;
const forgetKept = () => update(sql`DELETE FROM kept_forms`);
const location = ({ headers }: Visit) => headers.get("location") ?? "";

const anAgentTyped = (username: string) => ({
  ...{ username, firstName: "Una", lastName: "Xu", email: "una@example.com", mustRead: "Read <b>this</b> & that" },
  ...{ password: "a-typed-password", passwordConfirm: "a-typed-password" },
});

/** Posts a form after its session has ended, and returns where the answer redirects. */
async function postTooLate(visitor: Visitor, path: string, fields: Record<string, string>) {
  await endSessions();
  // Browsers drop it because of its age.
  visitor.cookies.delete("session");
  const refused = await visitor.post(path, fields, { Referer: server.url + path });
  expect(refused.status, refused.html).toBe(302);
  return location(refused);
}

/** Signs in at the page that the post redirected to, and opens the next page. */
async function backIn(visitor: Visitor, login: string, username: string): Promise<Visit> {
  const done = await visitor.post(login, { username, password: PASSWORD });
  expect(done.status, done.html).toBe(302);
  const page = await visitor.get(location(done));
  expect(page.status, page.html).toBe(200);
  return page;
}

describe("a form whose session ended while it was filled in", () => {
  test("is not lost: after the sign-in it shows what was typed, unsaved, and saves once", async () => {
    await forgetKept();
    const man = await signedIn(server.url, "man");
    const first = pageOf((await man.get(CREATE)).html).value("formId") ?? "";
    const login = await postTooLate(man, CREATE, { formId: first, ...anAgentTyped("una") });
    expect(login).toMatch(/^\/login\?returnUrl=/);
    expect((await man.get(login)).html).toContain(KEPT);
    const page = await backIn(man, login, "man");
    expect(page.path).toMatch(/^\/app\/agents\/create\?kept=/);
    expect(page.html).toContain(BACK);
    expect(page.html).toContain("Enter passwords and choose files again.");
    expect(page.html).not.toContain("a-typed-password");
    for (const [name, value] of Object.entries({ username: "una", firstName: "Una", email: "una@example.com" })) {
      expect(pageOf(page.html).value(name)).toBe(value);
    }
    expect(page.html).toContain("Read &lt;b&gt;this&lt;/b&gt; &amp; that</textarea>");
    const formId = pageOf(page.html).value("formId") ?? "";
    expect(formId).not.toBe(first);
    // Opening it again still shows it, so a lost answer loses no text.
    expect(pageOf((await man.get(page.path)).html).value("firstName")).toBe("Una");
    const saved = [
      await man.post(page.path, { formId, ...anAgentTyped("una") }),
      await man.post(page.path, { formId, ...anAgentTyped("una") }),
    ];
    expect(saved.map((answer) => [answer.status, location(answer)])).toEqual([
      [302, "/app/agents?row=2#r2"],
      [302, "/app/agents?row=2#r2"],
    ]);
    const made = await db.rows`SELECT 1 FROM accounts WHERE username = 'una'`;
    expect(made).toHaveLength(1);
    expect(await kept()).toEqual([]);
    expect(pageOf((await man.get(page.path)).html).value("firstName")).toBe("");
  });

  test("shows the newer values and its messages if it is then refused, and no notice", async () => {
    const man = await signedIn(server.url, "man");
    const page = await backIn(man, await postTooLate(man, CREATE, anAgentTyped("una2")), "man");
    const again = await man.post(page.path, { ...anAgentTyped("una2"), firstName: "Uma", passwordConfirm: "x" });
    expect(again.status).toBe(422);
    expect(pageOf(again.html).value("firstName")).toBe("Uma");
    expect(again.html).not.toContain(BACK);
  });

  test("shows no alert, since marking it as read would discard the text", async () => {
    const boss = await signedIn(server.url, "boss");
    expect((await boss.post("/app/news/alerts", { enable: "on", html: "<p>Read this first</p>" })).status).toBe(302);
    const man = await signedIn(server.url, "man");
    expect((await man.get("/app/home")).html).toContain("Read this first");
    const page = await backIn(man, await postTooLate(man, CREATE, anAgentTyped("una6")), "man");
    expect(page.html).not.toContain("Read this first");
    await update(sql`DELETE FROM alerts`);
  });

  test("keeps a text of one megabyte complete", async () => {
    const boss = await signedIn(server.url, "boss");
    const html = `<p>${'"Line" <é>\n'.repeat(90_000)}</p>`.slice(0, 1_000_000);
    const page = await backIn(boss, await postTooLate(boss, NEWS, { html }), "boss");
    expect(pageOf(page.html).value("html")?.replaceAll("\r\n", "\n") === html).toBe(true);
  });

  test("keeps the version it was made from, so it does not overwrite what somebody else saved meanwhile", async () => {
    const man = await signedIn(server.url, "man");
    const [ann] = await db.rows<{ id: number; version: number }>`
        SELECT agents.id, version FROM agents JOIN accounts ON accounts.id = account_id WHERE username = 'ann'`;
    const typed = { intent: "save", version: String(ann?.version), firstName: "Annie", lastName: "Lee" };
    const login = await postTooLate(man, `/app/agents/edit/${ann?.id}`, typed);
    await update(sql`UPDATE accounts SET version = version + 1 WHERE username = 'ann'`);
    const page = await backIn(man, login, "man");
    expect(pageOf(page.html).value("version")).toBe(typed.version);
    const saved = await man.post(page.path, { ...typed, version: pageOf(page.html).value("version") ?? "" });
    expect(saved.status).toBe(422);
    expect(saved.html).toContain("Your changes and the saved version");
  });

  test("comes back after a sign-out in another window, with a reason typed in a dialog", async () => {
    const man = await signedIn(server.url, "man");
    await man.post("/logout", {});
    const fields = { intent: "suspend", ids: "1", reason: "away until May" };
    const refused = await man.post("/app/agents", fields, { Referer: `${server.url}/app/agents` });
    const page = await backIn(man, location(refused), "man");
    expect(page.path).toMatch(/^\/app\/agents\/confirm\?intent=suspend&ids=1&kept=/);
    expect(pageOf(page.html).value("reason")).toBe("away until May");
    expect(page.html).toContain(BACK);
  });

  test("is shown neither to another account in that browser nor to another account elsewhere", async () => {
    const man = await signedIn(server.url, "man");
    const login = await postTooLate(man, CREATE, anAgentTyped("una3"));
    expect(decodeURIComponent(login)).not.toContain("Una");
    const foreign = await backIn(man, login, "other");
    expect(pageOf(foreign.html).value("firstName")).toBe("");
    expect(foreign.html).not.toContain(BACK);
    expect(foreign.html).not.toContain("una@example.com");
    const elsewhere = await signedIn(server.url, "boss");
    expect(pageOf((await elsewhere.get(foreign.path)).html).value("firstName")).toBe("");
    const [row] = (await kept()).slice(-1);
    expect(row?.sealed.includes("Una")).toBe(false);
    const mine = await signedIn(server.url, "man");
    expect(pageOf((await mine.get(foreign.path)).html).value("firstName")).toBe("Una");
    // Nor in any other form.
    const [ann] = await db.rows<{ id: number }>`SELECT id FROM agents WHERE company_id = ${office.id}`;
    const edit = await mine.get(foreign.path.replace(CREATE, `/app/agents/edit/${ann?.id}`));
    expect([edit.status, edit.html.includes("Una")]).toEqual([200, false]);
  });

  test("cannot be stored by a stranger: storing needs a session opened in this browser", async () => {
    await forgetKept();
    const stranger = aVisitor(server.url);
    const plain = await stranger.post(CREATE, anAgentTyped("una4"));
    expect([plain.status, location(plain)]).toEqual([302, `/login?returnUrl=${encodeURIComponent(CREATE)}`]);
    stranger.cookies.set("last", Buffer.from("made up and long enough to be one").toString("base64url"));
    stranger.cookies.set("session", "made-up");
    expect(location(await stranger.post(CREATE, anAgentTyped("una4")))).not.toContain("kept");
    const man = await signedIn(server.url, "man");
    await endSessions();
    const foreign = { "Sec-Fetch-Site": "cross-site" };
    expect((await man.post(CREATE, anAgentTyped("una4"), foreign)).status).toBe(403);
    await endSessions("8 days");
    expect(location(await man.post(CREATE, anAgentTyped("una4")))).not.toContain("kept");
    expect(await kept()).toEqual([]);
  });

  test("takes limited space: the newest five of an account, for a day, each at most 2 MB", async () => {
    await forgetKept();
    const man = await signedIn(server.url, "man");
    await endSessions();
    const keys: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const answer = await man.post(CREATE, { firstName: `Una ${count}` });
      keys.push(new URL(new URLSearchParams(location(answer).split("?")[1]).get("returnUrl") ?? "", server.url).search);
    }
    expect(await kept()).toHaveLength(5);
    const large = await man.post(CREATE, { firstName: "x".repeat(2 * 1024 * 1024) });
    expect(location(large)).toBe(`/login?returnUrl=${encodeURIComponent(CREATE)}`);
    await man.signIn("man");
    const first = async (key = "") => pageOf((await man.get(CREATE + key)).html).value("firstName");
    expect([await first(keys[0]), await first(keys[2]), await first(keys[6])]).toEqual(["", "Una 2", "Una 6"]);
    await update(sql`UPDATE kept_forms SET at = at - interval '25 hours'`);
    expect(await first(keys[6])).toBe("");
    await identity.deleteExpired();
    expect(await kept()).toEqual([]);
  });
});

describe("the sign-in page explains itself", () => {
  test("after an ended session, but not to a visitor who was never signed in or came on their own", async () => {
    const man = await signedIn(server.url, "man");
    await endSessions();
    const login = location(await man.get("/app/agents?username=a"));
    expect(login).toBe(`/login?returnUrl=${encodeURIComponent("/app/agents?username=a")}`);
    expect((await man.get(login)).html).toContain(ENDED);
    expect((await man.get("/login")).html).not.toContain("signed out");
    expect((await aVisitor(server.url).get(login)).html).not.toContain("signed out");
    expect((await aVisitor(server.url).get(`${login}%26kept%3Dx`)).html).not.toContain("signed out");
  });

  test("a second window that waits with a form continues with it once the first has signed in", async () => {
    const man = await signedIn(server.url, "man");
    const login = await postTooLate(man, CREATE, anAgentTyped("una5"));
    await man.signIn("man");
    const open = await man.get(login);
    expect([open.status, location(open)]).toEqual([302, expect.stringMatching(/^\/app\/agents\/create\?kept=/)]);
    expect(pageOf((await man.get(location(open))).html).value("firstName")).toBe("Una");
    expect(location(await man.get(`/login?returnUrl=${encodeURIComponent("//evil.example/?kept=x")}`))).toBe(
      "/app/home",
    );
  });
});
