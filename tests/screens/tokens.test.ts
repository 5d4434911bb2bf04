import { expect, test } from "vitest";
import { aPerson, anAddress, PASSWORD, type Person } from "../operations/identity/world";
import { db } from "../world/db";
import { pageOf } from "../world/page";
import { aScreenWorld } from "../world/screens";
import { tableIn } from "../world/table";
import { aVisitor } from "../world/visitor";

/** Areas and service tokens on the screen of tokens, without scripts. */

const TOKENS = "/app/profile/tokens";
const { server } = aScreenWorld({ env: { TRUST_PROXY: "127.0.0.1" } });

async function signedIn(who: Person) {
  const visitor = aVisitor(server.url, { address: anAddress() });
  await visitor.signIn(who.username, PASSWORD);
  return visitor;
}
const give = { intent: "create", kind: "client", name: "mine", scope: "read", days: "30" };
/** The form as a browser posts it, with the ticked areas. */
const filled = (more: Record<string, string>, ticked: readonly string[] = []): [string, string][] => [
  ...Object.entries({ ...give, ...more }),
  ...["", ...ticked].map((area): [string, string] => ["areas", area]),
];

test("a superadmin creates a service token with areas, another one sees and revokes it [AUTH-35, AUTH-36]", async () => {
  const [maker, other] = [await aPerson("superadmin"), await aPerson("superadmin")];
  const visitor = await signedIn(maker);
  const { html } = await visitor.get(TOKENS);
  expect(pageOf(html).has("input[type=checkbox][name=service]:not([checked])")).toBe(true);
  expect(pageOf(html).all("input[type=checkbox][name=areas]")).toHaveLength(18);
  const posted = await visitor.post(TOKENS, filled({ name: "Mirror", service: "on" }, ["logs", "reports"]));
  expect([posted.status, posted.headers.get("location")]).toEqual([302, TOKENS]);
  const row = { Name: "Mirror", Account: maker.username, Kind: "Client token", Access: "Read only: Logs, Reports" };
  expect(tableIn((await visitor.get(TOKENS)).html).rows).toMatchObject([{ ...row, State: "Service Active" }]);
  const listed = (await (await signedIn(other)).get(TOKENS)).html;
  expect(tableIn(listed).rows).toMatchObject([{ ...row, State: "Service Active" }]);
  const ids = pageOf(listed).value("ids") ?? "";
  expect((await (await signedIn(other)).post(TOKENS, { intent: "revoke", ids })).status).toBe(302);
  expect(tableIn((await visitor.get(TOKENS)).html).empty).toMatch(/^No data yet\s*Create the first one below\.$/);
});

test("an agent chooses among the areas in which agents have calls, and has no service tokens", async () => {
  const visitor = await signedIn(await aPerson("agent"));
  const { html } = await visitor.get(TOKENS);
  const offered = pageOf(html)
    .all("input[type=checkbox][name=areas]")
    .map((box) => box.attr("value"));
  expect(offered).toContain("statements");
  expect(offered).not.toContain("payroll");
  expect(pageOf(html).has("[name=service]")).toBe(false);
  await visitor.post(TOKENS, filled({}, ["statements"]));
  await visitor.post(TOKENS, filled({ name: "all" }));
  const access = tableIn((await visitor.get(TOKENS)).html).column("Access");
  expect(access).toEqual(["Read only", "Read only: Pay"]);
});

test("what does not go together is refused at its fields, with the ticks that were made", async () => {
  const visitor = await signedIn(await aPerson("superadmin"));
  const typed = { name: "", kind: "browser", scope: "health", service: "on" };
  const { status, html } = await visitor.post(TOKENS, filled(typed, ["logs", "webhooks"]));
  expect(status).toBe(422);
  expect(pageOf(html).message("service", "form")).toBe("Only client tokens can be service tokens.");
  expect(pageOf(html).message("areas", "form")).toBe("Only client tokens can be limited to areas.");
  expect(pageOf(html).message("name", "form")).toBe("Please name the service token. Logs show the name.");
  const ticked = pageOf(html).all("input[type=checkbox][checked]");
  expect(ticked.map((box) => box.attr("value"))).toEqual(["on", "logs", "webhooks"]);
});

test("a token that ends soon has this as its state", async () => {
  const person = await aPerson("agent");
  const visitor = await signedIn(person);
  await visitor.post(TOKENS, give);
  const states = async () => tableIn((await visitor.get(TOKENS)).html).column("State");
  expect(await states()).toEqual(["Active"]);
  await db.run`UPDATE remote_tokens SET created_at = created_at - interval '20 days', expires_at = expires_at - interval '20 days'
    WHERE account_id = ${person.accountId}`;
  expect(await states()).toEqual(["Ends soon"]);
});
