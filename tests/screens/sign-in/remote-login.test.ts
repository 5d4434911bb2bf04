import { beforeAll, describe, expect, test } from "vitest";
import * as identity from "../../../server/identity";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor } from "../../../server/kernel/operation/roles";
import { anAddress, aPerson, askerOf, bearerOf, from, PASSWORD, type Person } from "../../operations/identity/world";
import { pageOf } from "../../world/page";
import { csvIn, tableIn } from "../../world/table";
import { aVisitor, type Visit, type Visitor } from "../../world/visitor";
import { db } from "../../world/db";
import { aScreenWorld } from "../../world/screens";

const CROSS = { "Sec-Fetch-Site": "cross-site" };
const OVER = "This sign-in link is no longer valid.";
let person: Person;

const { server } = aScreenWorld({ env: { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "info" } });

beforeAll(async () => {
  person = await aPerson("agent");
});

const aGuest = () => aVisitor(server.url, { address: anAddress() });
async function signedIn(who: Person): Promise<Visitor> {
  const visitor = aGuest();
  await visitor.signIn(who.username, PASSWORD);
  return visitor;
}
const outcome = ({ status, headers }: Visit) => [status, headers.get("location")];
const nameOf = async (visitor: Visitor) =>
  (JSON.parse((await visitor.get("/api/accounts/me")).html) as { username?: string }).username;

const make = async (by: Person, to: Person, kind: "browser" | "client" = "browser") => {
  const actor = (await askerOf(await bearerOf(by))) as Actor;
  return perform(identity.remoteTokens.create, actor, { accountId: to.accountId, kind }, from());
};
const linkOf = async (who: Person) => (await make(who, who)).token;
const isUnused = async (token: string) =>
  (await db.row`SELECT 1 AS ok FROM remote_tokens WHERE hash = sha256(${token}::bytea) AND used_at IS NULL`) !==
  undefined;

/** Ways to open a link without pressing its button: previews in chats, scanners of mails, prefetches, other sites. */
const openings: [name: string, init: RequestInit][] = [
  ["a preview of a chat", { headers: { "User-Agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" } }],
  ["a preview that looks like a browser", { headers: { "User-Agent": "Mozilla/5.0", Accept: "text/html" } }],
  ["HEAD", { method: "HEAD" }],
  ["a prefetch", { headers: { "Sec-Purpose": "prefetch;prerender" } }],
  ["an address typed by hand", { headers: { "Sec-Fetch-Site": "none" } }],
  ["a link of another site", { headers: CROSS }],
  ["a link of the same site", { headers: { "Sec-Fetch-Site": "same-site" } }],
  ["a link of the product", { headers: { "Sec-Fetch-Site": "same-origin" } }],
];

describe("opening a sign-in link", () => {
  test("changes nothing, also for link previews and other sites [AUTH-12, AUTH-21]", async () => {
    const other = await aPerson("admin");
    const visitor = await signedIn(person);
    const cookie = `session=${visitor.cookies.get("session")}`;
    const token = await linkOf(other);
    for (const [name, { headers, ...init }] of openings) {
      for (const cookies of [undefined, { Cookie: cookie }]) {
        const address = `${server.url}/remote-login?token=${token}`;
        const sent = { ...(headers as Record<string, string>), ...cookies };
        const answer = await fetch(address, { ...init, headers: sent, redirect: "manual" });
        expect([answer.status, answer.headers.getSetCookie()], name).toEqual([200, []]);
        expect(await isUnused(token), name).toBe(true);
      }
    }
    expect(await nameOf(visitor)).toBe(person.username);
    expect(outcome(await aGuest().post("/remote-login", { token }))).toEqual([302, "/app/home"]);
  });

  test("says whose account it opens, and its button signs in [AUTH-12, AUTH-21]", async () => {
    const other = await aPerson("admin");
    for (const visitor of [aGuest(), await signedIn(person)]) {
      const isSignedIn = visitor.cookies.has("session");
      const token = await linkOf(other);
      const { html } = await visitor.get(`/remote-login?token=${token}`);
      const page = pageOf(html);
      expect(page.text).toContain(`This link logs you in as ${other.username}.`);
      expect(page.title).not.toContain(other.username);
      expect(html).not.toContain(other.email);
      expect(page.text.includes(`You are signed in as ${person.username}. Continue with this sign-in link?`)).toBe(
        isSignedIn,
      );
      expect(page.link("Cancel")).toBe(isSignedIn ? "/app/home" : undefined);
      expect(page.texts("form button")).toEqual(["Continue"]);
      expect(page.has('form[method=post][action="/remote-login"]')).toBe(true);
      const answer = await visitor.post("/remote-login", { token: page.value("token") ?? "" });
      expect(outcome(answer)).toEqual([302, "/app/home"]);
      expect([await nameOf(visitor), await isUnused(token)]).toEqual([other.username, false]);
    }
  });

  test("does not reveal the token to a proxy's log as a referrer", async () => {
    const visitor = await signedIn(person);
    const { html, headers } = await visitor.get(`/remote-login?token=${await linkOf(person)}`, CROSS);
    const policy = headers.get("Referrer-Policy")?.split(", ").at(-1);
    expect(policy).toBe("strict-origin");
    expect(html).not.toMatch(/(href|src|action)="[^"]*token=/);
  });

  test("is not enough: a post from another site, or from nowhere, changes nothing [TRUST-17]", async () => {
    const visitor = await signedIn(person);
    const token = await linkOf(await aPerson("admin"));
    for (const site of ["cross-site", "same-site", ""]) {
      expect((await visitor.post("/remote-login", { token }, { "Sec-Fetch-Site": site })).status, site).toBe(403);
    }
    expect([await nameOf(visitor), await isUnused(token)]).toEqual([person.username, true]);
  });

  test("leaves no token in the logs, before or after its button", async () => {
    const address = anAddress();
    const visitor = aVisitor(server.url, { address });
    await visitor.signIn(person.username, PASSWORD);
    const token = await linkOf(person);
    await visitor.get(`/remote-login?token=${token}`, CROSS);
    await visitor.post("/remote-login", { token });
    await visitor.post("/remote-login", { token: "planted-token" });
    const logged = () => db.rows<{ row: string }>`SELECT l::text AS row FROM common_log l WHERE ip = ${address}::inet`;
    await expect.poll(async () => (await logged()).filter(({ row }) => row.includes("/remote-login")).length).toBe(4);
    const all = server.said() + JSON.stringify(await logged());
    expect(all).not.toContain(token);
    expect(all).not.toContain("planted-token");
  });
});

describe("a sign-in link that opens nothing", () => {
  test("says so and what to do, and keeps the session: a used, an unknown and a client token [AUTH-21]", async () => {
    const used = await linkOf(person);
    await aGuest().post("/remote-login", { token: used });
    const { token: client } = await make(person, person, "client");
    for (const token of [used, "nonsense", client]) {
      const visitor = await signedIn(person);
      const page = pageOf((await visitor.get(`/remote-login?token=${token}`)).html);
      expect([page.failure, page.has("form")]).toEqual([OVER, false]);
      expect(page.text).toContain("Ask the person who sent it for a new one");
      expect(page.link(`Stay signed in as ${person.username}`)).toBe("/app/home");
      expect(await nameOf(visitor)).toBe(person.username);
      const guest = pageOf((await aGuest().get(`/remote-login?token=${token}`)).html);
      expect([guest.failure, guest.link("Log in")]).toEqual([OVER, "/login"]);
    }
  });

  test("when it is posted, redirects to the sign-in with the reason and still ends the session [AUTH-12]", async () => {
    const visitor = await signedIn(person);
    expect(outcome(await visitor.post("/remote-login", { token: "nonsense" }))).toEqual([302, "/login?link=over"]);
    expect(visitor.cookies.has("session")).toBe(false);
    expect(pageOf((await visitor.get("/login?link=over")).html).text).toContain(OVER);
    expect((await aGuest().get("/login")).html).not.toContain(OVER);
    expect(outcome(await aGuest().post("/remote-login", {}))).toEqual([302, "/login"]);
  });

  test("leaves a client token valid for programs", async () => {
    const { token } = await make(person, person, "client");
    await aGuest().post("/remote-login", { token });
    const answer = await fetch(`${server.url}/api/accounts/me`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ username: person.username });
  });
});

test("what a manager does through a link to an agent's account is shown as theirs in the logs and among the sessions", async () => {
  const manager = await aPerson("company");
  const agent = await aPerson("agent", { of: manager });
  const root = await aPerson("superadmin");
  const visitor = aGuest();
  const { token } = await make(manager, agent);
  expect(outcome(await visitor.post("/remote-login", { token }))).toEqual([302, "/app/home"]);
  const named = `${agent.username} (by ${manager.username})`;
  const sessions = await visitor.get("/app/profile/sessions");
  expect(tableIn(sessions.html).column("Kind")).toContainEqual(
    expect.stringContaining(`by ${manager.username}`) as unknown,
  );
  await visitor.post("/app/profile", { intent: "agent", password: "another-one", passwordConfirm: "another-one" });

  const keeper = await signedIn(root);
  const logins = await keeper.get(`/app/logs/login?companyId=${agent.companyId}`);
  expect(tableIn(logins.html).column("Username")).toContain(named);
  const csv = (await keeper.get(`/app/logs/login/export.csv?companyId=${agent.companyId}`)).html;
  expect(csvIn(csv).headings.slice(-3)).toEqual(["By", "Login (UTC offset)", "Logout (UTC offset)"]);
  expect(csvIn(csv).columns("Username", "By")).toContainEqual({ Username: agent.username, By: manager.username });
  const search = async (call: string, body: object) => {
    const bearer = await bearerOf(root);
    const answer = await fetch(`${server.url}/api/${call}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
    return answer.text();
  };
  const logged = JSON.parse(await search("login-logs/search", { companyId: agent.companyId })) as {
    items: { username: string; by: string | null }[];
  };
  expect(logged.items.map(({ username, by }) => [username, by])).toContainEqual([agent.username, manager.username]);
  expect(logged.items.map(({ username, by }) => [username, by])).toContainEqual([manager.username, null]);

  const ask = { username: agent.username, actionName: "/app/profile" };
  await expect
    .poll(async () => JSON.parse(await search("common-logs/search", ask)) as { items: unknown[] })
    .toMatchObject({ items: [{ username: agent.username, by: manager.username, actionName: "POST /app/profile" }] });
  expect(await search("common-logs/download", ask)).toContain(`"by":"${manager.username}"`);
  const common = await keeper.get(`/app/logs/common-logs?username=${agent.username}&actionName=%2Fapp%2Fprofile`);
  expect(tableIn(common.html).column("Auth User Name")).toContain(named);
});
