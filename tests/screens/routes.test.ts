import { expect, test } from "vitest";
import { anAdmin, anAgent, aSite, aSuperadmin, type Agent } from "../world/builders";
import { pageOf } from "../world/page";
import { db } from "../world/db";
import { aScreenWorld } from "../world/screens";

let agent: Agent;
let adminId: number;

const { as } = aScreenWorld({ people: ["sup"] }, async () => {
  agent = await anAgent({ username: "ann" });
  const { accountId } = await anAdmin({ username: "adm" });
  await aSuperadmin({ username: "sup" });
  const [admin] = await db.rows<{ id: number }>`SELECT id FROM admins WHERE account_id = ${accountId}`;
  adminId = admin?.id ?? 0;
});
const visitor = as("sup");

const headings = async (paths: readonly string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const { status, html } = await visitor.get(path);
      return [path, status, pageOf(html).one("h1")?.text];
    }),
  );

test("agents have a list, a page of sites, and forms to add and edit [SHELL-37]", async () => {
  const { id } = agent;
  expect(
    await headings(["/app/agents", `/app/agents/${id}/ann/sites`, "/app/agents/create", `/app/agents/edit/${id}`]),
  ).toEqual([
    ["/app/agents", 200, "Agents"],
    [`/app/agents/${id}/ann/sites`, 200, "Sites of ann"],
    ["/app/agents/create", 200, "Add Agent"],
    [`/app/agents/edit/${id}`, 200, "Update Agent"],
  ]);
});

test("admins have a list, and forms to add and edit [SHELL-39]", async () => {
  expect(await headings(["/app/admins", "/app/admins/create", `/app/admins/edit/${adminId}`])).toEqual([
    ["/app/admins", 200, "Admins"],
    ["/app/admins/create", 200, "Add Admin"],
    [`/app/admins/edit/${adminId}`, 200, "Update Admin"],
  ]);
});

test("sites have forms to add and edit, and their links a list and forms [SHELL-43]", async () => {
  const { id, sitename, types } = await aSite({ sitename: "Roses" });
  const of = `/app/sites/${id}/types`;
  const paths = ["/app/sites/create", `/app/sites/edit/${id}`, of, `${of}/create`, `${of}/edit/${types[0]?.id}`];
  const shown = await headings(paths);
  expect(shown.map(([path, status]) => [path, status])).toEqual(paths.map((path) => [path, 200]));
  expect(new Set(shown.map(([, , heading]) => heading)).size).toBe(paths.length);
  const { html } = await visitor.get(of);
  expect(html).toContain(sitename);
  for (const path of ["/app/sites/edit/999999", "/app/sites/999999/types", `${of}/edit/999999`]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
  }
});

test("Stats opens the Sites report and has an address for each of its screens [SHELL-41]", async () => {
  const { status, headers } = await visitor.get("/app/stats");
  expect([status, headers.get("location")]).toEqual([302, "/app/stats/sites"]);
  const shown = [
    ["sites", "Sites"],
    ["sites-avp", "Sites AVP"],
    ["top-agents", "Top Agents"],
    ["office-performance", "Office Performance"],
    ["office-performance-chart", "Office Performance Charts"],
    ["sites-payout", "Payroll"],
    ["sites-payout-avp", "Payroll AVP"],
  ];
  expect(await headings(shown.map(([name]) => `/app/stats/${name}`))).toEqual(
    shown.map(([name, heading]) => [`/app/stats/${name}`, 200, heading]),
  );
});
