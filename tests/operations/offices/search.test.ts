import { expect } from "vitest";
import { card, confirmScreen, listScreen, read, search, sites, sitesScreen } from "../../../server/offices";
import { overrideConfig, config } from "../../../server/kernel/process/config";
import { execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { sealPassword } from "../../../server/accounts";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite } from "../../world/builders";
import { test } from "../../world/rollback";

/** Three offices that differ in every sortable column. */
async function threeOffices() {
  const { actor } = await anAdmin();
  const offices = [
    await anOffice({ officeName: "beta", username: "carl", agents: 2 }),
    await anOffice({ officeName: "Alpha", username: "Bert", agents: 0, active: false }),
    await anOffice({ officeName: "Gamma", username: "anna", agents: 1, hidden: true }),
  ] as const;
  await aSite({ enabledFor: [offices[1]] });
  await aSite({ enabledFor: [offices[1], offices[2]] });
  for (const [i, { accountId }] of offices.entries()) {
    await execute(sql`
      UPDATE accounts SET registered_at = ${new Date(Date.UTC(2026, 1 + ((i + 1) % 3)))} WHERE id = ${accountId}`);
  }
  return { actor, offices };
}

const namesOf = (list: { items: { officeName: string }[] }) => list.items.map(({ officeName }) => officeName);

test.each([
  [{}, ["Alpha", "beta", "Gamma"]],
  [{ sortField: "officeName", sortAsc: false }, ["Gamma", "beta", "Alpha"]],
  [{ sortField: "agentsCount" }, ["Alpha", "Gamma", "beta"]],
  [{ sortField: "sitesCount", sortAsc: false }, ["Alpha", "Gamma", "beta"]],
  [{ sortField: "username" }, ["Gamma", "Alpha", "beta"]],
  [{ sortField: "active" }, ["Alpha", "beta", "Gamma"]],
  [{ sortField: "regTime" }, ["Gamma", "beta", "Alpha"]],
])("sorted by %j the offices are %j [OFFICE-07, OFFICE-08, API-22]", async (asked, names) => {
  const { actor } = await threeOffices();
  expect(namesOf(await ask(search, actor, asked))).toEqual(names);
  expect(namesOf((await ask(listScreen, actor, asked)).offices)).toEqual(names);
});

test("a page of the list has the total [API-04, WIDGET-10]", async () => {
  const { actor } = await threeOffices();
  const page = await ask(search, actor, { page: 2, pageSize: 2 });
  expect([namesOf(page), page.total]).toEqual([["Gamma"], 3]);
  expect(await ask(search, actor, { page: 9 })).toEqual({ items: [], total: 3 });
});

test.each([
  [[{ field: "username", comparison: "LIKE", value: "%A%" }], ["beta", "Gamma"]],
  [[{ field: "companies.username", value: "bert" }], ["Alpha"]],
  [[{ field: "officeName", comparison: "LIKE", value: "%et%" }], ["beta"]],
  [[{ field: "active", value: false }], ["Alpha"]],
  [[{ field: "active", value: "1" }], ["beta", "Gamma"]],
  [[{ field: "hidden", value: true }], ["Gamma"]],
  [
    [
      { field: "hidden", value: 1 },
      { field: "active", operator: "OR", value: 0 },
    ],
    ["Alpha", "Gamma"],
  ],
  [[{ field: "username", value: "" }], ["Alpha", "beta", "Gamma"]],
  [[{ field: "username", comparison: "LIKE", value: "\\" }], []],
  [[{ field: "companies.id", value: 1.5 }], []],
  [[{ field: "officeName", value: "' OR 1=1 --" }], []],
])("criteria %j find %j [API-22, WIDGET-34, WIDGET-35]", async (criteria, names) => {
  const { actor } = await threeOffices();
  expect(namesOf(await ask(search, actor, { criteria }))).toEqual(names);
});

test("companies.id finds the one office", async () => {
  const { actor, offices } = await threeOffices();
  expect(namesOf(await ask(search, actor, { criteria: [{ field: "companies.id", value: offices[0].id }] }))).toEqual([
    "beta",
  ]);
});

test("the search panel matches its text literally, anywhere in the username [OFFICE-02, WIDGET-34]", async () => {
  const { actor } = await threeOffices();
  await anOffice({ officeName: "Delta", username: "a_n%" });
  const found = async (username: string) => namesOf((await ask(listScreen, actor, { username })).offices);
  expect(await found("NN")).toEqual(["Gamma"]);
  expect(await found("_")).toEqual(["Delta"]);
  expect(await found("%")).toEqual(["Delta"]);
  expect(await found(" ")).toEqual(["Alpha", "beta", "Delta", "Gamma"]);
});

test.each([
  [{ page: 0 }, "page"],
  [{ pageSize: 501 }, "pageSize"],
  [{ sortField: "plainPassword" }, "sortField"],
  [{ sortAsc: "up" }, "sortAsc"],
  [{ criteria: [{ field: "password_hash", value: "x" }] }, "criteria[0].field"],
  [{ criteria: [{ field: "username", comparison: "~", value: "x" }] }, "criteria[0].comparison"],
  [{ criteria: "x" }, "criteria"],
])("%j is refused at %s [API-22]", async (asked, field) => {
  const { actor } = await anAdmin();
  const { status, data } = await refused(search, actor, asked);
  expect([status, Object.keys(data as object)]).toEqual([422, [field]]);
});

test("an admin without Show Suspended lists no suspended offices and counts no suspended agents [ROLE-10]", async () => {
  const { offices } = await threeOffices();
  await anAgent({ office: offices[0], active: false });
  const { actor } = await anAdmin({ showSuspend: false });
  const list = await ask(search, actor, {});
  expect([namesOf(list), list.total]).toEqual([["beta", "Gamma"], 2]);
  expect(list.items[0]?.agentsCount).toBe(2);
  expect((await ask(search, (await anAdmin()).actor, {})).items[1]?.agentsCount).toBe(3);
  // It can still be opened by its ID.
  expect(await ask(read, actor, { id: offices[1].id })).toMatchObject({ active: false });
});

test("passwords are shown unless the deployment hides them [OFFICE-06]", async () => {
  const { actor, offices } = await threeOffices();
  const { accountId } = offices[0];
  await execute(sql`
      UPDATE accounts SET password_sealed = ${sealPassword(accountId, "a-good-password")} WHERE id = ${accountId}`);
  const shown = async () => (await ask(search, actor, {})).items.map((item) => item.plainPassword);
  expect(await shown()).toEqual([undefined, "a-good-password", undefined]);
  const before = config().PASSWORDS_VISIBLE;
  try {
    overrideConfig({ PASSWORDS_VISIBLE: "off" });
    expect(await shown()).toEqual([undefined, undefined, undefined]);
    expect((await ask(read, actor, { id: offices[0].id })).plainPassword).toBeUndefined();
  } finally {
    overrideConfig({ PASSWORDS_VISIBLE: before });
  }
});

test("an office's sites are listed by name with their status, and its screen lists those it sells [API-86, OFFICE-27]", async () => {
  const { actor } = await anAdmin();
  const [office, other] = [await anOffice(), await anOffice()];
  const [b, a] = [
    await aSite({ sitename: "zb", enabledFor: [office] }),
    await aSite({ sitename: "Za", active: false, hidden: true, enabledFor: [office] }),
  ];
  const c = await aSite({ sitename: "zc" });
  const wanted = [a, b, c].map(({ id, sitename }) => ({
    ...{ siteId: id, sitename, abbr: sitename, status: id === a.id ? 0 : 1, enable: id !== c.id },
  }));
  expect((await ask(sites, actor, { id: office.id })).filter(({ sitename }) => /^z/i.test(sitename))).toEqual(wanted);
  expect(await ask(sitesScreen, actor, { officeId: office.id })).toEqual({
    id: office.id,
    officeName: office.officeName,
    active: true,
    hidden: false,
    sites: [
      { siteId: a.id, sitename: "Za", abbr: "Za", active: false, hidden: true },
      { siteId: b.id, sitename: "zb", abbr: "zb", active: true, hidden: false },
    ],
  });
  // A manager gets only the sites of their own office.
  expect(await ask(sites, office.actor, { id: office.id })).toEqual(wanted.slice(0, 2));
  expect(await refused(sites, office.actor, { id: other.id })).toEqual({ status: 404 });
  const blind = (await anAdmin({ showSuspend: false })).actor;
  expect((await ask(sites, blind, { id: office.id })).map(({ siteId }) => siteId)).not.toContain(a.id);
});

test("an office's card says whether it is in use, to admins and to its own manager only", async () => {
  const [office, other] = [await anOffice({ active: false }), await anOffice()];
  const expected = { id: office.id, officeName: office.officeName, active: false, hidden: false };
  for (const { actor } of [await anAdmin(), office])
    expect(await ask(card, actor, { id: office.id })).toEqual(expected);
  expect(await refused(card, office.actor, { id: other.id })).toEqual({ status: 404 });
  expect(await refused(card, (await anAgent({ office: other })).actor, { id: other.id })).toMatchObject({
    status: 403,
  });
});

test("a confirmation names its offices, and an unknown one is refused", async () => {
  const { actor, offices } = await threeOffices();
  expect(await ask(confirmScreen, actor, { ids: offices.map(({ id }) => id) })).toEqual({
    names: ["Alpha (0 agents)", "beta (2 agents)", "Gamma (1 agent)"],
    suspendedAlone: 0,
  });
  expect(await refused(confirmScreen, actor, { ids: [offices[0].id, 2_147_483_647] })).toEqual({ status: 404 });
});
