import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { perform } from "../../../server/kernel/operation/perform";
import { unseal } from "../../../server/kernel/process/secrets";
import { sql } from "../../../server/kernel/database/sql";
import * as identity from "../../../server/identity";
import { system } from "../../../server/kernel/operation/roles";
import { pageOf } from "../../world/page";
import { aFolder, aServer, type Server } from "../../world/server";
import { aVisitor, type Visit, type Visitor } from "../../world/visitor";
import { db } from "../../world/db";
import { anAddress, aPerson, change, from, PASSWORD, type Person } from "../../operations/identity/world";

const WRONG = "Wrong username, password or captcha";

let server: Server;
let outbox: string;
let agent: Person;

beforeAll(async () => {
  const folder = await aFolder();
  outbox = join(folder, "outbox");
  const env = { CAPTCHA: "on", TRUST_PROXY: "127.0.0.1", DATA_DIR: folder, LOG_LEVEL: "info" };
  server = await aServer({ workers: 2, env });
  await server.database.enter();
  agent = await aPerson("agent");
});

/** A new visitor with an address of their own. */
const aGuest = () => aVisitor(server.url, { address: anAddress() });
const location = ({ headers }: Visit) => headers.get("location");
/** The status and the redirect target. */
const outcome = (visit: Visit) => [visit.status, location(visit)];

/** Fills in the page's form, including the letters of its captcha. */
function filled(html: string, username: string, password = PASSWORD): Record<string, string> {
  const captchaCheck = pageOf(html).value("captchaCheck") ?? "";
  const note = unseal(Buffer.from(captchaCheck, "base64url"), "captcha").toString();
  return { username, password, captchaCheck, captchaString: (JSON.parse(note) as string[])[1] ?? "" };
}

async function signedIn(who = agent, visitor = aGuest()): Promise<Visitor> {
  const { html } = await visitor.get("/login");
  expect((await visitor.post("/login", filled(html, who.username))).status).toBe(302);
  return visitor;
}

const isIn = async (visitor: Visitor) => (await visitor.get("/app/home")).status === 200;

describe("the sign-in page", () => {
  test("has both fields, required, the captcha with its button and the link to a new password [AUTH-01, AUTH-02, AUTH-04]", async () => {
    const { status, html } = await aGuest().get("/login");
    expect(status).toBe(200);
    const page = pageOf(html);
    for (const selector of [
      "input[type=text][name=username][required]",
      "input[type=password][name=password][required]",
      'img[src^="data:image/svg+xml;base64,"][alt]:not([alt=""])',
      "button[name=intent][value=reload][formnovalidate]",
    ]) {
      expect(page.has(selector), selector).toBe(true);
    }
    expect(page.link("Lost Your Password?")).toBe("/forgot");
    expect(page.all("h1")).toHaveLength(1);
  });

  test("redirects to returnUrl or home, and scripts cannot read the session's cookies [AUTH-07, TRUST-16]", async () => {
    const visitor = aGuest();
    const { html } = await visitor.get("/login?returnUrl=%2Fapp%2Flinks%2Flinks%3Fa%3D1");
    const to = "/login?returnUrl=%2Fapp%2Flinks%2Flinks%3Fa%3D1";
    const answer = await visitor.post(to, filled(html, agent.username));
    expect(outcome(answer)).toEqual([302, "/app/links/links?a=1"]);
    const cookies = answer.headers.getSetCookie();
    const session = cookies.find((line) => line.startsWith("session="));
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Lax/);
    expect(cookies.find((line) => line.startsWith("mark="))).not.toMatch(/HttpOnly/i);
    const plain = aGuest();
    const page = await plain.get("/login");
    expect(location(await plain.post("/login", filled(page.html, agent.username)))).toBe("/app/home");
  });

  test("never redirects out of the product [TRUST-18]", async () => {
    for (const asked of ["//evil.example", "https://evil.example", "/\\evil.example", "/.//evil.example"]) {
      const visitor = aGuest();
      const { html } = await visitor.get("/login");
      const answer = await visitor.post(`/login?returnUrl=${encodeURIComponent(asked)}`, filled(html, agent.username));
      expect(outcome(answer)).toEqual([302, "/app/home"]);
    }
  });

  test("keeps the username but not the password after a refusal, with a new captcha [AUTH-08, TRUST-15]", async () => {
    const visitor = aGuest();
    const first = await visitor.get("/login");
    const name = `a"<b>&`;
    const refused = await visitor.post("/login", filled(first.html, name, "typed-in-vain"));
    expect(refused.status).toBe(422);
    expect(pageOf(refused.html).failure).toBe(WRONG);
    expect(pageOf(refused.html).value("username")).toBe(name);
    expect(refused.html).not.toContain("typed-in-vain");
    expect(pageOf(refused.html).value("captchaCheck")).not.toBe(pageOf(first.html).value("captchaCheck"));
    expect(pageOf(refused.html).value("captchaString")).toBe("");
    const again = await visitor.post("/login", filled(refused.html, agent.username));
    expect(again.status).toBe(302);
  });

  test("gives the same message for a wrong captcha, a blocked and an unapproved account [AUTH-08, TRUST-15]", async () => {
    const [blocked, unapproved] = [await aPerson("agent"), await aPerson("agent")];
    await change(blocked, sql`login_blocked = true`);
    await change(unapproved, sql`approved = false`);
    for (const [who, more] of [
      [agent, { captchaString: "WRONG" }],
      [blocked, {}],
      [unapproved, {}],
    ] as const) {
      const visitor = aGuest();
      const { html } = await visitor.get("/login");
      const refused = await visitor.post("/login", { ...filled(html, who.username), ...more });
      expect([refused.status, pageOf(refused.html).failure]).toEqual([422, WRONG]);
      expect(visitor.cookies.has("session")).toBe(false);
    }
  });

  test("puts the focus into the password after a refusal, which the message describes, or into an empty name [AUTH-08]", async () => {
    const focusOf = (html: string) =>
      pageOf(html)
        .all("[autofocus]")
        .map((field) => field.attr("name"));
    const visitor = aGuest();
    const { html } = await visitor.get("/login");
    expect(focusOf(html)).toEqual(["username"]);
    const refused = await visitor.post("/login", filled(html, agent.username, "wrong"));
    expect(focusOf(refused.html)).toEqual(["password"]);
    const wrong = pageOf(refused.html);
    const password = wrong.field("password");
    expect(password?.attr("aria-invalid")).toBe("true");
    expect(wrong.one(`[id="${password?.attr("aria-describedby")}"]`)?.text).toBe(WRONG);
    const nameless = await visitor.post("/login", { username: "", password: "x" });
    expect(focusOf(nameless.html)).toEqual(["username"]);
    const other = await visitor.post("/login", { intent: "reload", username: "someone" });
    expect(focusOf(other.html)).toEqual(["password"]);
  });

  test("asks a question in words instead of the picture, and keeps to it after a refusal [AUTH-22]", async () => {
    const visitor = aGuest();
    const first = pageOf((await visitor.get("/login?returnUrl=%2Fapp%2Flinks%2Flinks")).html);
    expect(first.one("img")?.attr("alt")).toContain("press Answer a question instead");
    const to = first.button("Answer a question instead")?.attr("formaction") ?? "";
    const asked = await visitor.post(to, { intent: "reload", username: agent.username });
    const page = pageOf(asked.html);
    expect([page.value("username"), page.has("img"), page.failure]).toEqual([agent.username, false, undefined]);
    const label = page.one(`label[for="${page.field("captchaString")?.attr("id")}"]`)?.text ?? "";
    expect(label).toMatch(/^Two of these words are [a-z ]+\. Which\? ([a-z]+, ){5}[a-z]+/);
    const answer = (html: string, password = PASSWORD) => {
      const captchaCheck = pageOf(html).value("captchaCheck") ?? "";
      const note = JSON.parse(unseal(Buffer.from(captchaCheck, "base64url"), "captcha").toString()) as string[];
      return { username: agent.username, password, captchaCheck, captchaString: note[3] ?? "" };
    };
    const refused = await visitor.post(to, answer(asked.html, "wrong"));
    expect([refused.status, pageOf(refused.html).failure]).toEqual([422, WRONG]);
    expect(pageOf(refused.html).has("img")).toBe(false);
    const back = pageOf(refused.html).button("Use a picture instead")?.attr("formaction") ?? "";
    expect(pageOf((await visitor.post(back, { intent: "reload" })).html).has("img.captcha")).toBe(true);
    const done = await visitor.post(to, answer(refused.html));
    expect(outcome(done)).toEqual([302, "/app/links/links"]);
  });

  test("reports empty fields", async () => {
    const refused = await aGuest().post("/login", { username: "", password: "" });
    expect(refused.status).toBe(422);
    expect(pageOf(refused.html).message("username", "form")).not.toBe("");
    expect(pageOf(refused.html).message("password", "form")).not.toBe("");
  });

  test("shows another captcha on request, keeps the username, and counts no failure [AUTH-02]", async () => {
    const visitor = aGuest();
    const first = await visitor.get("/login");
    const other = await visitor.post("/login", { intent: "reload", username: "someone", password: "secret-word" });
    expect(other.status).toBe(200);
    expect(pageOf(other.html).value("username")).toBe("someone");
    expect(other.html).not.toContain("secret-word");
    expect(pageOf(other.html).value("captchaCheck")).not.toBe(pageOf(first.html).value("captchaCheck"));
    expect(pageOf(other.html).failure).toBeUndefined();
    expect(await db.rows`SELECT 1 FROM sign_in_failures WHERE username = 'someone'`).toEqual([]);
  });

  test("opens one session when posted twice: the second post finds its captcha used", async () => {
    const person = await aPerson("agent");
    const visitor = aGuest();
    const { html } = await visitor.get("/login");
    const form = filled(html, person.username);
    const answers = await Promise.all([visitor.post("/login", form), visitor.post("/login", form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
    const opened = await db.rows`SELECT 1 FROM sessions WHERE account_id = ${person.accountId}`;
    expect(opened).toHaveLength(1);
    expect(await isIn(visitor)).toBe(true);
  });

  test("redirects signed-in visitors home", async () => {
    const visitor = await signedIn();
    const answer = await visitor.get("/login?returnUrl=%2Fapp%2Flinks");
    expect(outcome(answer)).toEqual([302, "/app/home"]);
  });

  test("ends the browser's previous session; the new one has another ID [TRUST-16]", async () => {
    const visitor = await signedIn();
    const before = visitor.cookies.get("session") ?? "";
    const other = await aPerson("admin");
    const page = await aGuest().get("/login");
    expect((await visitor.post("/login", filled(page.html, other.username))).status).toBe(302);
    expect(visitor.cookies.get("session")).not.toBe(before);
    const old = aGuest();
    old.cookies.set("session", before);
    expect(await isIn(old)).toBe(false);
    expect(await isIn(visitor)).toBe(true);
  });

  test("ignores a cookie that was changed or not signed by this server", async () => {
    const visitor = await signedIn();
    const cookie = visitor.cookies.get("session") ?? "";
    const { token } = await perform(
      identity.loginRemote,
      null,
      { token: (await remoteToken(agent, "browser")).token },
      from("form"),
    );
    for (const value of [`${cookie}x`, cookie.slice(0, -6), token, btoa(JSON.stringify(token)), "%", "nonsense"]) {
      const other = aGuest();
      other.cookies.set("session", value);
      const answer = await other.get("/app/home");
      expect(outcome(answer)).toEqual([302, "/login?returnUrl=%2Fapp%2Fhome"]);
    }
  });

  test("does nothing on a post from another site [TRUST-17]", async () => {
    const { html } = await aGuest().get("/login");
    for (const headers of [{}, { "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }]) {
      const body = new URLSearchParams(filled(html, agent.username));
      const answer = await fetch(`${server.url}/login`, {
        method: "POST",
        headers: new Headers(headers as HeadersInit),
        body,
      });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const inside = await signedIn();
    expect((await inside.post("/logout", {}, { "Sec-Fetch-Site": "same-site" })).status).toBe(403);
    expect(await isIn(inside)).toBe(true);
  });
});

test("five failures of a name from one address, spread over both workers, are followed by 429 [TRUST-15]", async () => {
  const person = await aPerson("agent");
  expect(await server.workerPids()).toHaveLength(2);
  const visitor = aGuest();
  const pages = await Promise.all(Array.from({ length: 12 }, () => visitor.get("/login")));
  const answers = await Promise.all(
    pages.map(({ html }) => visitor.post("/login", filled(html, person.username, "wrong"))),
  );
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  const late = answers.filter(({ status }) => status === 429);
  expect(late).toHaveLength(7);
  expect(pageOf(late[0]?.html ?? "").failure).toMatch(/^Too many tries\. Try again in 15 minutes\.$/);
  expect(pageOf(late[0]?.html ?? "").value("username")).toBe(person.username);
  expect(Number(late[0]?.headers.get("Retry-After"))).toBeGreaterThan(800);
});

test("of simultaneous sign-ins over both workers, thirty right ones succeed, and of sixty wrong ones five are checked [TRUST-15]", async () => {
  const [right, wrong] = [await aPerson("agent"), await aPerson("agent")];
  const address = anAddress();
  const send = async (username: string, password: string) => {
    const { html } = await aGuest().get("/login");
    const { status } = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Forwarded-For": address, Connection: "close" },
      body: JSON.stringify(filled(html, username, password)),
    });
    return status;
  };
  const opened = await Promise.all(Array.from({ length: 30 }, () => send(right.username, PASSWORD)));
  expect(opened).toEqual(Array.from({ length: 30 }, () => 200));
  const judged = await Promise.all(Array.from({ length: 60 }, () => send(wrong.username, "wrong")));
  expect(judged.filter((status) => status === 422)).toHaveLength(5);
  expect(judged.filter((status) => status === 429)).toHaveLength(55);
  const left = await db.rows<{ username: string; judged: boolean }>`
    SELECT username, judged FROM sign_in_failures WHERE username IN (${right.username}, ${wrong.username})`;
  expect(left).toEqual(Array.from({ length: 5 }, () => ({ username: wrong.username, judged: true })));
});

describe("signing out", () => {
  test("ends the session at once and redirects to /login; opening the page asks first [AUTH-19]", async () => {
    const visitor = await signedIn();
    const page = await visitor.get("/logout");
    expect(pageOf(page.html).has("form[method=post]")).toBe(true);
    expect(await isIn(visitor)).toBe(true);
    const stolen = aGuest();
    stolen.cookies.set("session", visitor.cookies.get("session") ?? "");
    const mark = visitor.cookies.get("mark");
    const answer = await visitor.post("/logout", {});
    expect(outcome(answer)).toEqual([302, "/login"]);
    expect(visitor.cookies.has("session")).toBe(false);
    expect(visitor.cookies.get("mark")).not.toBe(mark);
    expect(await isIn(stolen)).toBe(false);
  });

  test("redirects to /login when repeated or without a session", async () => {
    const visitor = aGuest();
    expect(location(await visitor.post("/logout", {}))).toBe("/login");
  });
});

test("blocking an account ends its browser session at the next request, in every worker [TRUST-16]", async () => {
  const person = await aPerson("company");
  const visitor = await signedIn(person);
  for (let i = 0; i < 4; i++) expect(await isIn(visitor)).toBe(true);
  await change(person, sql`login_blocked = true`);
  for (let i = 0; i < 4; i++) expect(await isIn(visitor)).toBe(false);
});

const remoteToken = ({ accountId }: Person, kind: "browser" | "client") =>
  perform(identity.remoteTokens.create, { ...system, accountId }, { accountId, kind }, from("program"));

describe("/remote-login", () => {
  test("exchanges a posted token for a session that replaces the current one, and redirects home [AUTH-12]", async () => {
    const visitor = await signedIn();
    const before = visitor.cookies.get("session") ?? "";
    const other = await aPerson("admin");
    const { token } = await remoteToken(other, "browser");
    const answer = await visitor.post("/remote-login", { token });
    expect(outcome(answer)).toEqual([302, "/app/home"]);
    expect((await visitor.get("/app/home")).html).toContain(other.username);
    const old = aGuest();
    old.cookies.set("session", before);
    expect(await isIn(old)).toBe(false);
    const second = await aGuest().post("/remote-login", { token });
    expect(outcome(second)).toEqual([302, "/login?link=over"]);
  });

  test("redirects to /login without a token [AUTH-13]", async () => {
    for (const path of ["/remote-login", "/remote-login?token="]) {
      expect(location(await aGuest().get(path))).toBe("/login");
    }
  });
});

describe("a forgotten password", () => {
  test("is reset by form, mail and link, and the new one signs in [AUTH-10, AUTH-11]", async () => {
    const person = await aPerson("agent");
    const visitor = aGuest();
    const page = await visitor.get("/forgot");
    for (const name of ["username", "email"]) {
      expect(pageOf(page.html).field(name)?.is("[required]"), name).toBe(true);
    }
    expect(pageOf(page.html).link("I didn't forget, let me log in!")).toBe("/login");
    const sent = await visitor.post("/forgot", { username: person.username, email: person.email });
    expect(outcome(sent)).toEqual([302, "/forgot?sent=1"]);
    const answer = await visitor.get("/forgot?sent=1");
    expect(pageOf(answer.html).one("[role=status]")?.text).toContain(`we have sent a link to ${person.email}.`);
    // An answer, not a form to fill in again, and nothing that looks like a warning.
    expect(pageOf(answer.html).has("form, .notice, .failure")).toBe(false);
    expect(decodeURIComponent(visitor.cookies.get("asked") ?? "")).not.toContain(btoa(person.email).slice(0, 12));
    expect((await aGuest().get("/forgot?sent=1")).html).toContain("we have sent a link to your address.");
    const link = await mailedLink(person.email);
    const form = await visitor.get(link);
    expect(pageOf(form.html).has('input[type=password][name=password][minlength="8"]')).toBe(true);
    // Password managers store the new password under this name.
    expect(pageOf(form.html).one("[autocomplete=username]")?.attr("value")).toBe(person.username);
    expect(pageOf(form.html).one("#suggested")?.sent).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const token = pageOf(form.html).value("token") ?? "";
    const short = await visitor.post(link, { token, password: "short", passwordConfirm: "shart" });
    expect(short.status).toBe(422);
    expect(pageOf(short.html).value("token")).toBe(token);
    expect(short.html).not.toContain("shart");
    const done = await visitor.post(link, { token, password: "a new one", passwordConfirm: "a new one" });
    expect(outcome(done)).toEqual([302, "/login?reset=1"]);
    const login = await visitor.get("/login?reset=1");
    expect(pageOf(login.html).one(".notice.done")?.text).toContain("Your new password is set.");
    expect((await visitor.post("/login", filled(login.html, person.username, "a new one"))).status).toBe(302);
    const twice = await visitor.post(link, { token, password: "a third one", passwordConfirm: "a third one" });
    expect(pageOf(twice.html).failure).toBe("This link is no longer valid. Please ask for a new one.");
  });

  test("a dead link is reported before anything is typed, with a link to request a new one", async () => {
    const page = await aGuest().get("/reset?token=dead");
    expect(page.status).toBe(200);
    expect(pageOf(page.html).failure).toBe("This link is no longer valid. Please ask for a new one.");
    expect(pageOf(page.html).link("Send a new link")).toBe("/forgot");
    expect(page.html).not.toContain('type="password"');
  });

  test("requests and dead links are throttled on the screen and by call, over both workers [TRUST-15]", async () => {
    const address = anAddress();
    const visitor = aVisitor(server.url, { address });
    const call = (path: string, body: object) =>
      fetch(`${server.url}/api/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-Forwarded-For": address, Connection: "close" },
        body: JSON.stringify(body),
      });
    const link = { token: "dead", password: "several words", passwordConfirm: "several words" };
    for (const username of [agent.username, "no-such"]) {
      const asked = { username, email: "no@example.com" };
      for (let i = 0; i < 3; i++) expect((await visitor.post("/forgot", asked)).status).toBe(302);
      for (let i = 0; i < 2; i++) expect((await call("forgot", asked)).status).toBe(200);
      const refused = await visitor.post("/forgot", asked);
      expect([refused.status, pageOf(refused.html).failure]).toEqual([429, "Too many tries. Try again in 15 minutes."]);
      expect(pageOf(refused.html).value("username")).toBe(username);
      const refusedCall = await call("forgot", asked);
      expect([refusedCall.status, Number(refusedCall.headers.get("Retry-After")) > 800]).toEqual([429, true]);
    }
    for (let i = 0; i < 3; i++) expect((await visitor.post("/reset?token=dead", link)).status).toBe(422);
    for (let i = 0; i < 2; i++) expect((await call("auth/reset", link)).status).toBe(422);
    expect((await visitor.post("/reset?token=dead", link)).status).toBe(429);
    expect((await call("auth/reset", link)).status).toBe(429);
  });

  test("the answer is the same for an account that does not exist [API-09]", async () => {
    const answer = await aGuest().post("/forgot", { username: "no-such", email: "no@example.com" });
    expect(outcome(answer)).toEqual([302, "/forgot?sent=1"]);
  });

  test("empty fields are reported, and what was typed is kept [AUTH-10]", async () => {
    const refused = await aGuest().post("/forgot", { username: "somebody", email: "" });
    expect(refused.status).toBe(422);
    expect(pageOf(refused.html).value("username")).toBe("somebody");
    expect(pageOf(refused.html).message("email", "form")).not.toBe("");
  });

  test("/reset without a token redirects to /forgot", async () => {
    expect(location(await aGuest().get("/reset"))).toBe("/forgot");
  });
});

test("password managers find the place to change a password, signed in or out [AUTH-24]", async () => {
  const change = "/.well-known/change-password";
  const visitor = await signedIn();
  const inside = await visitor.open(change);
  expect([inside.status, inside.path]).toEqual([200, "/app/profile"]);
  expect(pageOf(inside.html).has("input[type=password][name=password][autocomplete=new-password]")).toBe(true);
  expect(pageOf(inside.html).one("[autocomplete=username]")?.attr("value")).toBe(agent.username);
  expect(outcome(await aGuest().get(change))).toEqual([302, "/app/profile"]);
  expect((await aGuest().open(change)).path).toBe("/login?returnUrl=%2Fapp%2Fprofile");
  // By this address they find out whether the server answers every path.
  const never = await aGuest().get("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200");
  expect(never.status).toBe(404);
});

async function mailedLink(address: string): Promise<string> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    for (const name of await readdir(outbox).catch(() => [])) {
      const mail = await readFile(join(outbox, name), "utf8");
      if (mail.includes(`To: ${address}`)) return /\/reset\?token=[\w-]+/.exec(mail)?.[0] ?? "";
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No mail came.");
}

test("a call without cookies gets a bearer, and the browser's cookie works for calls too [AUTH-06, API-10]", async () => {
  const page = await aGuest().get("/login");
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(filled(page.html, agent.username)),
  });
  const { token } = (await answer.json()) as { token: string };
  expect(answer.headers.getSetCookie()).toEqual([]);
  const me = await fetch(`${server.url}/api/accounts/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ username: agent.username, role: 20 });
  const visitor = await signedIn();
  expect(JSON.parse((await visitor.get("/api/accounts/me")).html)).toMatchObject({ username: agent.username });
});

test("no line of the log contains a typed password or a token [TRUST-21]", async () => {
  const address = anAddress();
  const visitor = aVisitor(server.url, { address });
  const { html } = await visitor.get("/login");
  await visitor.post("/login", filled(html, agent.username, "planted-word-1"));
  await visitor.get("/remote-login?token=planted-word-2");
  await visitor.post("/remote-login", { token: "planted-word-2" });
  const link = "/reset?token=planted-word-3";
  await visitor.post(link, { token: "planted-word-3", password: "planted-word-4", passwordConfirm: "planted-word-4" });
  // The log is written after the response.
  const logged = () => db.rows`SELECT * FROM common_log WHERE ip = ${address}::inet`;
  await expect.poll(async () => (await logged()).length).toBe(3);
  const stored = await db.row<{ text: string }>`
      SELECT concat((SELECT json_agg(c) FROM common_log c), (SELECT json_agg(a) FROM audit a)) AS text`;
  expect(stored?.text).toContain(agent.username);
  const all = server.said() + (stored?.text ?? "");
  for (const secret of [PASSWORD, "planted-word"]) expect(all).not.toContain(secret);
});

describe("while the database is down", () => {
  test("the form says so and keeps the username [AUTH-09]", async () => {
    const own = await aServer({ workers: 0, env: { CAPTCHA: "on" } });
    const visitor = aVisitor(own.url);
    const { html } = await visitor.get("/login");
    const form = filled(html, "somebody");
    await own.database.drop();
    const page = await visitor.get("/login");
    expect(page.status).toBe(503);
    expect(pageOf(page.html).failure).toMatch(/^The service is busy/);
    const refused = await visitor.post("/login", form);
    expect(refused.status).toBe(503);
    expect(pageOf(refused.html).value("username")).toBe("somebody");
    expect(refused.headers.get("Retry-After")).not.toBeNull();
  });
});
