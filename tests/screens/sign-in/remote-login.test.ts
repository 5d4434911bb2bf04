import { beforeAll, describe, expect, test } from "vitest";
import * as identity from "../../../server/identity";
import { queryOne, queryRows, writeTransaction } from "../../../server/kernel/database/transactions";
import { perform } from "../../../server/kernel/operation/perform";
import { type Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { anAddress, aPerson, askerOf, bearerOf, from, PASSWORD, type Person } from "../../operations/identity/world";
import { pageOf } from "../../world/page";
import { csvIn, tableIn } from "../../world/table";
import { aServer, type Server } from "../../world/server";
import { aVisitor, type Visit, type Visitor } from "../../world/visitor";

const CROSS = { "Sec-Fetch-Site": "cross-site" };
const OVER = "This sign-in link is no longer valid.";

let server: Server;
let person: Person;

beforeAll(async () => {
  server = await aServer({ env: { TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "info" } });
  await server.database.enter();
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
  (await writeTransaction(() =>
    queryOne(sql`SELECT 1 AS ok FROM remote_tokens WHERE hash = sha256(${token}::bytea) AND used_at IS NULL`),
  )) !== undefined;

describe("a sign-in link followed from another site while somebody is signed in", () => {
  test("asks first, so that no other site can switch the account that a person works in", async () => {
    const visitor = await signedIn(person);
    const other = await aPerson("admin");
    const token = await linkOf(other);
    const { status, html } = await visitor.get(`/remote-login?token=${token}`, CROSS);
    expect(status).toBe(200);
    expect(html).toContain(`You are signed in as ${person.username}. Continue with this sign-in link?`);
    expect(pageOf(html).has('form[method=post][action="/remote-login"]')).toBe(true);
    expect(pageOf(html).link("Cancel")).toBe("/app/home");
    expect([await nameOf(visitor), await isUnused(token)]).toEqual([person.username, true]);
    const answer = await visitor.post("/remote-login", { token: pageOf(html).value("token") ?? "" });
    expect(outcome(answer)).toEqual([302, "/app/home"]);
    expect([await nameOf(visitor), await isUnused(token)]).toEqual([other.username, false]);
  });

  test("does not reveal the token to a proxy's log as a referrer", async () => {
    const visitor = await signedIn(person);
    const { html, headers } = await visitor.get(`/remote-login?token=${await linkOf(person)}`, CROSS);
    const policy = headers.get("Referrer-Policy")?.split(", ").at(-1);
    expect(policy).toBe("strict-origin");
    expect(html).not.toMatch(/(href|src|action)="[^"]*token=/);
  });

  test("can only be confirmed on the product's own page: a post from another site changes nothing", async () => {
    const visitor = await signedIn(person);
    const token = await linkOf(await aPerson("admin"));
    for (const headers of [CROSS, { "Sec-Fetch-Site": "same-site" }]) {
      expect((await visitor.post("/remote-login", { token }, headers)).status).toBe(403);
    }
    expect([await nameOf(visitor), await isUnused(token)]).toEqual([person.username, true]);
  });

  test("leaves no token in the logs, before or after confirmation", async () => {
    const address = anAddress();
    const visitor = aVisitor(server.url, { address });
    await visitor.signIn(person.username, PASSWORD);
    const token = await linkOf(person);
    await visitor.get(`/remote-login?token=${token}`, CROSS);
    await visitor.post("/remote-login", { token });
    await visitor.post("/remote-login", { token: "planted-token" });
    const logged = () =>
      writeTransaction(() =>
        queryRows<{ row: string }>(sql`SELECT l::text AS row FROM common_log l WHERE ip = ${address}::inet`),
      );
    await expect.poll(async () => (await logged()).filter(({ row }) => row.includes("/remote-login")).length).toBe(4);
    const all = server.said() + JSON.stringify(await logged());
    expect(all).not.toContain(token);
    expect(all).not.toContain("planted-token");
  });
});

describe("a sign-in link signs in at once", () => {
  test("if nobody is signed in, whichever site it was followed from [AUTH-12]", async () => {
    const visitor = aGuest();
    expect(outcome(await visitor.get(`/remote-login?token=${await linkOf(person)}`, CROSS))).toEqual([
      302,
      "/app/home",
    ]);
    expect(await nameOf(visitor)).toBe(person.username);
  });

  test("if it was opened by hand or from the product's own pages [AUTH-12]", async () => {
    const other = await aPerson("admin");
    for (const site of ["none", "same-origin", "same-site"]) {
      const visitor = await signedIn(person);
      const answer = await visitor.get(`/remote-login?token=${await linkOf(other)}`, { "Sec-Fetch-Site": site });
      expect(outcome(answer)).toEqual([302, "/app/home"]);
      expect(await nameOf(visitor)).toBe(other.username);
    }
  });
});

describe("a sign-in link that opens nothing redirects to the sign-in with the reason", () => {
  test("for a used, an unknown and a client token, and still ends the session [AUTH-12]", async () => {
    const used = await linkOf(person);
    await aGuest().get(`/remote-login?token=${used}`);
    const { token: client } = await make(person, person, "client");
    for (const token of [used, "nonsense", client]) {
      const visitor = await signedIn(person);
      const answer = await visitor.get(`/remote-login?token=${token}`);
      expect(outcome(answer)).toEqual([302, "/login?link=over"]);
      expect(visitor.cookies.has("session")).toBe(false);
      const { status, html } = await visitor.get("/login?link=over");
      expect([status, html.includes(OVER)]).toEqual([200, true]);
    }
    expect((await aGuest().get("/login")).html).not.toContain(OVER);
  });

  test("when it is posted, too", async () => {
    const visitor = await signedIn(person);
    expect(outcome(await visitor.post("/remote-login", { token: "nonsense" }))).toEqual([302, "/login?link=over"]);
    expect(outcome(await aGuest().post("/remote-login", {}))).toEqual([302, "/login"]);
  });

  test("and leaves a client token valid for programs", async () => {
    const { token } = await make(person, person, "client");
    await aGuest().get(`/remote-login?token=${token}`);
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
  expect(outcome(await visitor.get(`/remote-login?token=${token}`))).toEqual([302, "/app/home"]);
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
  expect(csvIn(csv).headings.at(-1)).toBe("By");
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
