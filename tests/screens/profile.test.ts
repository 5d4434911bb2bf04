import { describe, expect, test } from "vitest";
import { sql } from "../../server/kernel/database/sql";
import { appOf } from "../operations/identity/two-step";
import { aPerson, anAddress, change, PASSWORD, type Person } from "../operations/identity/world";
import { pageOf } from "../world/page";
import { tableIn } from "../world/table";
import { aVisitor, type Visit, type Visitor } from "../world/visitor";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

const PROFILE = "/app/profile";
const SESSIONS = "/app/profile/sessions";
const TWO_STEP = "/app/profile/two-step";
const TOKENS = "/app/profile/tokens";
const NEW = "a new password";
const { server } = aScreenWorld({ env: { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "info" } });

const visitorAt = () => aVisitor(server.url, { address: anAddress() });
async function signedIn(who: Person, password = PASSWORD): Promise<Visitor> {
  const visitor = visitorAt();
  await visitor.signIn(who.username, password);
  return visitor;
}
const outcome = ({ status, headers }: Visit) => [status, headers.get("location")];
const isIn = async (visitor: Visitor) => (await visitor.get("/app/home")).status === 200;
const formId = (html: string) => pageOf(html).value("formId") ?? "";
const codesOf = (html: string) =>
  pageOf(html)
    .texts("li")
    .filter((text) => /^[a-z2-9]{5}(-[a-z2-9]{5}){4}$/.test(text));
const madeToken = (html: string) => pageOf(html).one("input#made-token")?.sent;

describe("the profile form", () => {
  test("of an agent has only the password, required twice [PROFILE-01, PROFILE-05, PROFILE-11, ROLE-24]", async () => {
    const visitor = await signedIn(await aPerson("agent"));
    const { html } = await visitor.get(PROFILE);
    const names = pageOf(html)
      .all("main input[name]:not([type=hidden])")
      .map((field) => field.attr("name"));
    expect(names).toEqual(["password", "passwordConfirm", "keepTokens"]);
    for (const name of ["password", "passwordConfirm"]) {
      expect(pageOf(html).field(name)?.is("[required]"), name).toBe(true);
    }
    expect(pageOf(html).link("Two-step sign-in")).toBe(TWO_STEP);
    expect(pageOf(html).link("Tokens")).toBe(TOKENS);
    expect((await visitor.get(TWO_STEP)).status).toBe(200);
  });

  test("of an office has its fields, required ones marked, and whether it is activated, with the reason [PROFILE-03, PROFILE-06, PROFILE-07]", async () => {
    const person = await aPerson("company");
    await change(person, sql`active = false, status_reason = 'Unpaid <b>', status_at = '2026-11-02 12:00-05'`);
    const { html } = await (await signedIn(person)).get(PROFILE);
    for (const name of ["officeName", "manFirstName", "manLastName", "manEmail"]) {
      expect(pageOf(html).field(name)?.is("[required]"), name).toBe(true);
    }
    expect([pageOf(html).value("officeName"), pageOf(html).value("manEmail")]).toEqual([
      `Office ${person.username}`,
      person.email,
    ]);
    expect(html).toContain("Must Read (optional)");
    expect(pageOf(html).value("agentNotes")).toBe("");
    expect(pageOf(html).field("password")?.is("[required]")).toBe(false);
    expect(html).toMatch(/Suspended.*Reason.*Unpaid &lt;b&gt;/s);
    expect(pageOf(html).one(".facts")?.text).toContain("2026-11-02 (12:00)");
  });

  test("of admins and superadmins has e-mail and Show Suspended [PROFILE-04, PROFILE-10]", async () => {
    for (const role of ["admin", "superadmin"] as const) {
      const person = await aPerson(role);
      const { html } = await (await signedIn(person)).get(PROFILE);
      expect(pageOf(html).value("email")).toBe(person.email);
      expect(pageOf(html).field("email")?.is("[required]")).toBe(true);
      expect(pageOf(html).field("showSuspend")?.is("[type=checkbox]")).toBe(true);
    }
  });

  test("returns home with a notice once saved; an unticked box is off [PROFILE-02, PROFILE-04, ERR-13]", async () => {
    const person = await aPerson("admin");
    const visitor = await signedIn(person);
    const flag = async () =>
      (
        await db.row<{ show: boolean }>`
        SELECT show_suspend AS show FROM admins WHERE account_id = ${person.accountId}`
      )?.show;
    const give = { intent: "admin", email: "new@example.org", password: "", passwordConfirm: "" };
    const { html } = await visitor.get(PROFILE);
    const done = await visitor.post(PROFILE, { ...give, showSuspend: "on", formId: formId(html) });
    expect(outcome(done)).toEqual([302, "/app/home"]);
    expect(pageOf((await visitor.get("/app/home")).html).notice).toBe("Success Operation Complete");
    expect(await flag()).toBe(true);
    expect(pageOf((await visitor.get(PROFILE)).html).ticked("showSuspend")).toBe(true);
    expect(outcome(await visitor.post(PROFILE, give))).toEqual([302, "/app/home"]);
    expect(await flag()).toBe(false);
  });

  test("shows each error at its field and keeps what was typed, except passwords [PROFILE-06, PROFILE-07, PROFILE-08]", async () => {
    const visitor = await signedIn(await aPerson("company"));
    const give = {
      intent: "company",
      officeName: "",
      manFirstName: `A"<b>&`,
      manLastName: " ",
      manEmail: "nobody",
      agentNotes: "<p>typed</p>",
      password: "typed-in-vain",
      passwordConfirm: "other-in-vain",
    };
    const { status, html } = await visitor.post(PROFILE, give);
    expect(status).toBe(422);
    for (const name of ["officeName", "manLastName", "manEmail"])
      expect(pageOf(html).message(name, "form")).toMatch(/^Please/);
    expect(pageOf(html).message("passwordConfirm", "form")).toBe("Passwords do not match");
    expect([pageOf(html).value("manFirstName"), pageOf(html).value("manEmail")]).toEqual([`A"<b>&`, "nobody"]);
    expect(pageOf(html).value("agentNotes")).toBe("<p>typed</p>");
    expect(html).not.toContain("in-vain");
  });

  test("keeps the current session and ends the others after a new password [PROFILE-09, TRUST-16]", async () => {
    const person = await aPerson("agent");
    const [mine, other] = [await signedIn(person), await signedIn(person)];
    const short = await mine.post(PROFILE, { intent: "agent", password: "short", passwordConfirm: "short" });
    expect([short.status, pageOf(short.html).message("password", "form")]).toEqual([
      422,
      "Please use at least 8 characters.",
    ]);
    const done = await mine.post(PROFILE, { intent: "agent", password: NEW, passwordConfirm: NEW });
    expect(outcome(done)).toEqual([302, "/app/home"]);
    expect([await isIn(mine), await isIn(other)]).toEqual([true, false]);
    expect(await isIn(await signedIn(person, NEW))).toBe(true);
  });

  test("of another role is refused, whatever the intent [TRUST-13]", async () => {
    const visitor = await signedIn(await aPerson("agent"));
    for (const intent of ["admin", "company"]) expect((await visitor.post(PROFILE, { intent })).status).toBe(403);
    for (const intent of ["", "nonsense", "__proto__", "constructor"]) {
      expect((await visitor.post(PROFILE, { intent })).status).toBe(404);
    }
  });

  test("shows both versions on an outdated save, keeps what was typed, and can be sent again [TRUST-09]", async () => {
    const person = await aPerson("admin");
    const [one, two] = [await signedIn(person), await signedIn(person)];
    const { html } = await two.get(PROFILE);
    const version = pageOf(html).value("version") ?? "";
    await one.post(PROFILE, { intent: "admin", email: "first@example.org", mails: "signals", version });
    const give = { intent: "admin", email: "second@example.org", mails: "signals" };
    const late = await two.post(PROFILE, { ...give, version, formId: formId(html) });
    expect(late.status).toBe(422);
    expect(tableIn(late.html).rows).toEqual([
      { Field: "E-mail", Yours: "second@example.org", "Saved now": "first@example.org" },
    ]);
    expect(pageOf(late.html).value("email")).toBe("second@example.org");
    const now = pageOf(late.html).value("version") ?? "";
    expect(outcome(await two.post(PROFILE, { ...give, version: now }))).toEqual([302, "/app/home"]);
    expect(pageOf((await one.get(PROFILE)).html).value("email")).toBe("second@example.org");
  });

  test("saves once when sent twice [TRUST-10]", async () => {
    const person = await aPerson("company");
    const visitor = await signedIn(person);
    const { html } = await visitor.get(PROFILE);
    const give = {
      intent: "company",
      officeName: "Twice",
      manFirstName: "A",
      manLastName: "B",
      manEmail: "a@example.org",
      agentNotes: "",
    };
    const form = { ...give, formId: formId(html), version: pageOf(html).value("version") ?? "" };
    const answers = await Promise.all([visitor.post(PROFILE, form), visitor.post(PROFILE, form)]);
    expect(answers.map(outcome)).toEqual([
      [302, "/app/home"],
      [302, "/app/home"],
    ]);
    const changes =
      await db.rows`SELECT 1 FROM audit WHERE operation = 'profile.company.update' AND account_id = ${person.accountId}`;
    expect(changes).toHaveLength(1);
  });
});

describe("sessions", () => {
  test("are listed with device, address and times; the current one is marked and has no button", async () => {
    const person = await aPerson("agent");
    const visitor = await signedIn(person);
    await signedIn(person);
    const { html } = await visitor.get(SESSIONS);
    expect(tableIn(html).headings).toEqual(["Device", "Kind", "IP", "Login", "Last seen", "Actions"]);
    expect(tableIn(html).column("Actions").sort()).toEqual(["", "Sign out node"]);
    expect(tableIn(html).row({ Actions: "" }).Device).toBe("node This device");
    expect(tableIn(html).rows[0]).toMatchObject({ IP: expect.stringMatching(/^10\./) as unknown });
  });

  test("can be signed out singly, then all others; another person's is 404 [TRUST-16]", async () => {
    const person = await aPerson("company");
    const [mine, second, third] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    const foreign = await signedIn(await aPerson("company"));
    const idOn = (html: string) => pageOf(html).value("id") ?? "";
    const theirs = await db.row<{
      id: number;
    }>`SELECT max(id) AS id FROM sessions WHERE account_id <> ${person.accountId}`;
    expect((await mine.post(SESSIONS, { intent: "end", id: String(theirs?.id) })).status).toBe(404);
    expect(outcome(await mine.post(SESSIONS, { intent: "end", id: idOn((await mine.get(SESSIONS)).html) }))).toEqual([
      302,
      SESSIONS,
    ]);
    expect([await isIn(second), await isIn(third)].filter(Boolean)).toHaveLength(1);
    expect(outcome(await mine.post(SESSIONS, { intent: "endOthers" }))).toEqual([302, SESSIONS]);
    expect([await isIn(mine), await isIn(second), await isIn(third), await isIn(foreign)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    const { html } = await mine.get(SESSIONS);
    expect(tableIn(html).rows).toHaveLength(1);
    expect(html).not.toContain('value="endOthers"');
  });

  test("an invalid address is reported, and the list is still shown", async () => {
    const visitor = await signedIn(await aPerson("agent"));
    const { status, html } = await visitor.get(`${SESSIONS}?page=x&sortField=hash`);
    expect(status).toBe(200);
    expect(pageOf(html).failure).toMatch(/page number|sorted/);
    expect(tableIn(html).rows).toHaveLength(1);
  });
});

describe("two-step sign-in", () => {
  async function enrol(visitor: Visitor) {
    await visitor.post(TWO_STEP, { intent: "begin" });
    const { html } = await visitor.get(TWO_STEP);
    const app = appOf(pageOf(html).one("input#key")?.sent ?? "");
    const done = await visitor.post(TWO_STEP, { intent: "confirm", totp: app.code(-1), formId: formId(html) });
    const shown = await visitor.get(TWO_STEP);
    const codes = codesOf(shown.html);
    return { app, done, shown, codes };
  }

  test("is set up with key, QR code and code, shows ten recovery codes once, and asks for a code at sign-in", async () => {
    const person = await aPerson("admin");
    const visitor = await signedIn(person);
    const before = await visitor.get(TWO_STEP);
    expect(before.html).not.toContain('id="key"');
    expect(outcome(await visitor.post(TWO_STEP, { intent: "begin" }))).toEqual([302, TWO_STEP]);
    const page = await visitor.get(TWO_STEP);
    expect(pageOf(page.html).has('img[src^="data:image/svg+xml;base64,"][alt="QR code of the key"]')).toBe(true);
    const wrong = await visitor.post(TWO_STEP, { intent: "confirm", totp: "12345" });
    expect([wrong.status, pageOf(wrong.html).message("totp", "form")]).toEqual([
      422,
      "This code is wrong. Please enter the current one.",
    ]);
    expect(wrong.html).not.toContain("12345");
    const { app, done, shown, codes } = await enrol(visitor);
    expect(outcome(done)).toEqual([302, TWO_STEP]);
    expect(new Set(codes).size).toBe(10);
    const again = await visitor.get(TWO_STEP);
    for (const code of codes) expect(again.html).not.toContain(code);
    expect(shown.html).toContain("Recovery codes left");
    const sheet = pageOf(shown.html);
    expect(sheet.one("copy-button")?.attr("data-text")).toBe(codes.join("\n"));
    // Nothing that switches something off is beside the codes, and no warning.
    expect([sheet.has("input[type=password]"), sheet.has(".notice:not(.done)")]).toEqual([false, false]);
    expect(sheet.link("I have stored them")).toBe(TWO_STEP);

    const guest = visitorAt();
    const first = await guest.post("/login?returnUrl=%2Fapp%2Flinks%2Flinks", {
      username: person.username,
      password: PASSWORD,
    });
    // Not an error status: browsers treat the password as correct.
    expect(first.status).toBe(200);
    expect(first.html).not.toContain(PASSWORD);
    expect(guest.cookies.has("session")).toBe(false);
    const ticket = pageOf(first.html).value("ticket") ?? "";
    const bad = await guest.post("/login", { ticket, totp: "000000" });
    expect([bad.status, pageOf(bad.html).message("totp", "form")]).toEqual([
      422,
      expect.stringMatching(/^This code is wrong/),
    ]);
    expect(pageOf(bad.html).value("ticket")).toBe(ticket);
    const code = app.code();
    const right = await guest.post("/login?returnUrl=%2Fapp%2Flinks%2Flinks", { ticket, totp: code });
    expect(outcome(right)).toEqual([302, "/app/links/links"]);
    expect(await isIn(guest)).toBe(true);
    const replayed = await visitorAt().post("/login", { ticket, totp: code });
    expect(replayed.status).toBe(422);
    const other = visitorAt();
    expect(outcome(await other.post("/login", { ticket, totp: codes[0] ?? "" }))).toEqual([302, "/app/home"]);
  });

  test("is there for agents, and their manager resets it on the same page [AUTH-23]", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const visitor = await signedIn(agent);
    const { codes } = await enrol(visitor);
    expect(codes).toHaveLength(10);
    const page = pageOf((await visitor.get(TWO_STEP)).html);
    expect([page.has("#off"), page.has("#reset")]).toEqual([true, false]);
    const guest = visitorAt();
    const step = await guest.post("/login", { username: agent.username, password: PASSWORD });
    const ticket = pageOf(step.html).value("ticket") ?? "";
    expect(outcome(await guest.post("/login", { ticket, totp: codes[0] ?? "" }))).toEqual([302, "/app/home"]);
    const keeper = await signedIn(manager);
    expect(pageOf((await keeper.get(TWO_STEP)).html).has("#reset")).toBe(true);
    const reset = await keeper.post(TWO_STEP, { intent: "reset", username: agent.username });
    expect(outcome(reset)).toEqual([302, TWO_STEP]);
    expect(await isIn(visitor)).toBe(false);
    expect(outcome(await visitorAt().post("/login", { username: agent.username, password: PASSWORD }))).toEqual([
      302,
      "/app/home",
    ]);
  });

  test("an invalid ticket returns to the first step", async () => {
    const { status, html } = await visitorAt().post("/login", { ticket: "nonsense", totp: "123456" });
    expect(status).toBe(422);
    expect(pageOf(html).failure).toBe("This took too long. Please log in again.");
    expect(pageOf(html).value("username")).toBe("");
    expect(pageOf(html).value("ticket")).toBeUndefined();
  });

  test("tries of the second step are throttled, and the page stays there [TRUST-15]", async () => {
    const person = await aPerson("company");
    await enrol(await signedIn(person));
    const guest = visitorAt();
    const ticket =
      pageOf((await guest.post("/login", { username: person.username, password: PASSWORD })).html).value("ticket") ??
      "";
    for (let i = 0; i < 5; i++) expect((await guest.post("/login", { ticket, totp: "000000" })).status).toBe(422);
    const late = await guest.post("/login", { ticket, totp: "000000" });
    expect([late.status, pageOf(late.html).failure]).toEqual([429, "Too many tries. Try again in 15 minutes."]);
    expect(pageOf(late.html).value("ticket")).toBe(ticket);
  });

  test("new recovery codes need a password and a code, replace the old ones, and are shown once", async () => {
    const person = await aPerson("company");
    const visitor = await signedIn(person);
    const { codes } = await enrol(visitor);
    const page = await visitor.get(TWO_STEP);
    const renew = (password: string, totp: string) =>
      visitor.post(TWO_STEP, { intent: "renewCodes", password, totp, formId: formId(page.html) });
    const wrong = await renew("wrong-word", codes[0] ?? "");
    expect([wrong.status, pageOf(wrong.html).message("password", "renew")]).toEqual([
      422,
      "This is not your password.",
    ]);
    expect([wrong.html.includes("wrong-word"), wrong.html.includes(codes[0] ?? "-")]).toEqual([false, false]);
    expect(pageOf(wrong.html).message("password", "off")).toBe("");
    // The second post shows what the first one created.
    for (let times = 0; times < 2; times++)
      expect(outcome(await renew(PASSWORD, codes[0] ?? ""))).toEqual([302, TWO_STEP]);
    const { html } = await visitor.get(TWO_STEP);
    const fresh = codesOf(html);
    expect([new Set(fresh).size, fresh.some((code) => codes.includes(code))]).toEqual([10, false]);
    expect((await visitor.get(TWO_STEP)).html).not.toContain(fresh[0]);
    const guest = visitorAt();
    const { html: step } = await guest.post("/login", { username: person.username, password: PASSWORD });
    const ticket = pageOf(step).value("ticket") ?? "";
    expect((await guest.post("/login", { ticket, totp: codes[1] ?? "" })).status).toBe(422);
    expect(outcome(await guest.post("/login", { ticket, totp: fresh[0] ?? "" }))).toEqual([302, "/app/home"]);
  });

  test("is switched off with password and code; a superadmin resets it for another person", async () => {
    const [person, root] = [await aPerson("company"), await aPerson("superadmin")];
    const visitor = await signedIn(person);
    const { codes } = await enrol(visitor);
    const off = (password: string, totp: string) => visitor.post(TWO_STEP, { intent: "switchOff", password, totp });
    const wrong = await off("wrong-word", codes[0] ?? "");
    expect([wrong.status, pageOf(wrong.html).message("password", "off")]).toEqual([422, "This is not your password."]);
    expect(wrong.html).not.toContain("wrong-word");
    expect(outcome(await off(PASSWORD, codes[0] ?? ""))).toEqual([302, TWO_STEP]);
    expect(await isIn(await signedIn(person))).toBe(true);

    await enrol(visitor);
    const keeper = await signedIn(root);
    const reset = (username: string) => keeper.post(TWO_STEP, { intent: "reset", username });
    const unknown = await reset("no-such");
    expect([unknown.status, pageOf(unknown.html).message("username", "reset")]).toEqual([
      422,
      "No account with this username uses two-step sign-in.",
    ]);
    expect(pageOf(unknown.html).value("username")).toBe("no-such");
    expect(outcome(await reset(person.username))).toEqual([302, TWO_STEP]);
    expect(await isIn(visitor)).toBe(false);
    expect(await isIn(await signedIn(person))).toBe(true);
    expect((await visitor.post(TWO_STEP, { intent: "reset", username: root.username })).status).not.toBe(200);
  });
});

describe("tokens", () => {
  test("a client token is shown once, works, is listed with its last use, and is revoked after a question", async () => {
    const person = await aPerson("admin");
    const visitor = await signedIn(person);
    const { html } = await visitor.get(TOKENS);
    expect(html).toContain("No data yet");
    const give = {
      intent: "create",
      kind: "client",
      name: "nightly <b>",
      scope: "read",
      days: "7",
      formId: formId(html),
    };
    expect(outcome(await visitor.post(TOKENS, give))).toEqual([302, TOKENS]);
    const page = await visitor.get(TOKENS);
    const token = madeToken(page.html) ?? "none";
    expect(token).toMatch(/^[\w-]{40,}$/);
    expect((await visitor.get(TOKENS)).html).not.toContain(token);
    const opened = await fetch(`${server.url}/api/auth/login-remote`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    expect(opened.status).toBe(200);
    const listed = await visitor.get(TOKENS);
    expect(tableIn(listed.html).rows[0]).toMatchObject({
      ...{ Name: "nightly <b>", Account: person.username, Kind: "Client token", Access: "Read only" },
      "Last used": expect.stringMatching(/^\d{4}-\d\d-\d\d \(/) as unknown,
    });
    const id = pageOf(listed.html).value("ids") ?? "";
    const question = await visitor.get(`${TOKENS}/confirm?intent=revoke&ids=${id}`);
    expect(question.html).toContain("Are you sure you want to revoke the token?");
    expect(question.html).toContain(`<li>nightly &lt;b&gt; (${person.username})</li>`);
    expect(outcome(await visitor.post(TOKENS, { intent: "revoke", ids: id }))).toEqual([302, TOKENS]);
    expect(tableIn((await visitor.get(TOKENS)).html).empty).toMatch(/^No data yet\s*Create the first one below\.$/);
    expect((await visitor.post(TOKENS, { intent: "revoke", ids: id })).status).toBe(404);
  });

  test("a sign-in link opens an agent's session for their manager, once", async () => {
    const manager = await aPerson("company");
    const agent = await aPerson("agent", { of: manager });
    const visitor = await signedIn(manager);
    await visitor.post(TOKENS, { intent: "create", username: agent.username, kind: "browser", name: "", scope: "all" });
    const url = pageOf((await visitor.get(TOKENS)).html).one("input#made-link")?.sent ?? "";
    expect(new URL(url).pathname).toBe("/remote-login");
    const guest = visitorAt();
    const token = new URL(url).searchParams.get("token") ?? "";
    expect(outcome(await guest.post("/remote-login", { token }))).toEqual([302, "/app/home"]);
    expect((await guest.get("/app/home")).html).toContain(agent.username);
    expect(outcome(await visitorAt().post("/remote-login", { token }))).toEqual([302, "/login?link=over"]);
  });

  test("agents create, list and revoke tokens of their own account", async () => {
    const visitor = await signedIn(await aPerson("agent"));
    const { html } = await visitor.get(TOKENS);
    expect(pageOf(html).has("[name=username], [value=health]")).toBe(false);
    expect(pageOf(html).one("option[value='90'][selected]")?.text).toBe("90 days");
    const give = { intent: "create", kind: "client", name: "mine", scope: "read", days: "1" };
    expect(outcome(await visitor.post(TOKENS, give))).toEqual([302, TOKENS]);
    const listed = await visitor.get(TOKENS);
    expect(tableIn(listed.html).column("Name")).toEqual(["mine"]);
    const id = pageOf(listed.html).value("ids") ?? "";
    expect(outcome(await visitor.post(TOKENS, { intent: "revoke", ids: id }))).toEqual([302, TOKENS]);
    expect(tableIn((await visitor.get(TOKENS)).html).empty).toMatch(/^No data yet\s*Create the first one below\.$/);
  });

  test("only superadmins can choose a token for monitoring, and nobody gets one for another account", async () => {
    const [manager, root] = [await aPerson("company"), await aPerson("superadmin")];
    const agent = await aPerson("agent", { of: manager });
    const ofRoot = pageOf((await (await signedIn(root)).get(TOKENS)).html);
    expect(ofRoot.has("[type=radio][name=scope][value=health]")).toBe(true);
    const give = { intent: "create", kind: "client", name: "", scope: "all", username: agent.username };
    const refused = await (await signedIn(manager)).post(TOKENS, give);
    expect([refused.status, pageOf(refused.html).message("username", "form")]).toEqual([
      422,
      "You can create a client token for your own account only. For another one, create a sign-in link.",
    ]);
    expect(pageOf(refused.html).value("username")).toBe(agent.username);
  });

  test("a new password ends all tokens unless a checkbox, off by default, keeps them", async () => {
    const visitor = await signedIn(await aPerson("agent"));
    const make = () => visitor.post(TOKENS, { intent: "create", kind: "client", name: "mine", scope: "read" });
    const names = async () => tableIn((await visitor.get(TOKENS)).html).column("Name");
    await make();
    const { html } = await visitor.get(PROFILE);
    expect(pageOf(html).has("input[type=checkbox][name=keepTokens]:not([checked])")).toBe(true);
    const save = (more = {}) =>
      visitor.post(PROFILE, { intent: "agent", password: NEW, passwordConfirm: NEW, ...more });
    await save({ keepTokens: "on" });
    expect(await names()).toEqual(["mine"]);
    await save();
    expect(await names()).toEqual([]);
  });

  test("an invalid form is refused at its fields, and what was typed stays [TRUST-13]", async () => {
    const [manager, stranger, admin] = [await aPerson("company"), await aPerson("agent"), await aPerson("admin")];
    const visitor = await signedIn(manager);
    const give = { intent: "create", kind: "browser", name: "x".repeat(65), scope: "all" };
    const long = await visitor.post(TOKENS, { ...give, username: manager.username });
    expect([long.status, pageOf(long.html).message("name", "form"), pageOf(long.html).value("name")]).toEqual([
      422,
      "Please use at most 64 characters.",
      "x".repeat(65),
    ]);
    const foreign = await visitor.post(TOKENS, { ...give, name: "", username: stranger.username });
    expect([foreign.status, pageOf(foreign.html).message("username", "form")]).toEqual([
      422,
      "There is no such account.",
    ]);
    // An admin cannot create tokens for others, so the form has no username field.
    expect((await (await signedIn(admin)).get(TOKENS)).html).not.toContain('name="username"');
  });

  test("the cookie that carries a token is readable neither by scripts nor by another account [TRUST-21]", async () => {
    const [person, other] = [await aPerson("admin"), await aPerson("admin")];
    const visitor = await signedIn(person);
    const answer = await visitor.post(TOKENS, {
      intent: "create",
      username: person.username,
      kind: "client",
      name: "",
      scope: "all",
    });
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("reveal=")) ?? "";
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Strict/);
    const thief = await signedIn(other);
    thief.cookies.set("reveal", visitor.cookies.get("reveal") ?? "");
    expect((await thief.get(TOKENS)).html).not.toContain('id="made-token"');
    const page = await visitor.get(TOKENS);
    const token = madeToken(page.html) ?? "none";
    expect(decodeURIComponent(line)).not.toContain(token);
    expect(visitor.cookies.has("reveal")).toBe(false);
  });

  test("no token, key or code created by a form appears in the logs or the database [TRUST-21]", async () => {
    const person = await aPerson("admin");
    const visitor = await signedIn(person);
    await visitor.post(TOKENS, {
      intent: "create",
      username: person.username,
      kind: "client",
      name: "n",
      scope: "all",
      formId: "planted",
    });
    const token = madeToken((await visitor.get(TOKENS)).html) ?? "";
    expect(token).not.toBe("");
    await visitor.get(`/remote-login?token=${token}`);
    await visitor.post("/remote-login", { token });
    const logged = () => db.rows`SELECT 1 FROM common_log WHERE account_id = ${person.accountId}`;
    await expect.poll(async () => (await logged()).length).toBeGreaterThan(0);
    const stored = await db.row<{ text: string }>`
        SELECT concat((SELECT json_agg(c) FROM common_log c), (SELECT json_agg(a) FROM audit a),
                      (SELECT json_agg(o) FROM once o), (SELECT json_agg(t) FROM remote_tokens t),
                      (SELECT json_agg(s) FROM sessions s)) AS text`;
    expect(stored?.text).toContain(person.username);
    expect((stored?.text ?? "") + server.said()).not.toContain(token);
  });
});
