import { expect } from "vitest";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { payroll, payrollAvp, sitesAvp, sitesAvpExport, payrollExport } from "../../server/reports";
import { csvIn, rowsUnder } from "../world/table";
import { test } from "../world/rollback";
import { ask, refused, refusedStream, textOf } from "./ask";
import { fold } from "./fold";
import { HALF, thePool } from "./the-pool";

const read = (actor: Actor, asked: Record<string, unknown> = {}) => ask(sitesAvp, actor, { ...HALF, ...asked });
const PERIOD = "Please choose one payout period, from the 1st to the 15th or from the 16th to the end.";
const LIST = "Please choose one from the list.";
const SORT = "This column cannot be sorted.";

test("the AVP report has rows of AVP sites only, with each agent's tier and sales over the whole pool [REP-AVP-04, REP-AVP-08, API-66]", async () => {
  const { admin, pool, deep } = await thePool();
  const answer = await read(admin.actor, { groupBy: "agent" });
  expect(Object.keys(answer).sort()).toEqual([
    ...["earningVisible", "hasBonus", "overall", "page", "payoutVisible", "types", "useApproveSale"],
  ]);
  expect(answer.types.map(({ id }) => id)).toEqual([`${deep.id}`, `${pool.id}`, `${pool.id}b`]);
  const figures = answer.page.items.map(({ agent, avpPeriod, agent_avp_sales_count, raws, sales, bonusSales }) => [
    ...[agent, avpPeriod, agent_avp_sales_count, raws, sales, bonusSales],
  ]);
  expect(figures).toEqual([
    ["ada", 2, 3, 4, 3, 1],
    ["bob", 1, 1, 1, 1, 0],
    ["cid", 0, 0, 1, -1, 0],
    ["dan", 0, 0, 1, 0, 0],
  ]);
  expect(answer.overall).toMatchObject({ raws: 7, sales: 3, bonusSales: 1 });
  expect(JSON.stringify(answer)).not.toContain("Php");
  // A site filter narrows the rows, not the tier.
  const [ada] = (await read(admin.actor, { groupBy: "agent", siteId: deep.siteId })).page.items;
  expect(ada).toMatchObject({ agent: "ada", sales: 1, avpPeriod: 2, agent_avp_sales_count: 3 });
  const byDate = await read(admin.actor);
  expect(byDate.page.items).toHaveLength(6);
  expect(JSON.stringify(byDate)).not.toMatch(/avp/);
});

test("rows sort by tier and by AVP sales, by agent and in detail [REP-AVP-07]", async () => {
  const { admin } = await thePool();
  const agents = async (asked: Record<string, unknown>) =>
    (await read(admin.actor, { groupBy: "agent", ...asked })).page.items.map(({ agent }) => agent).join(" ");
  expect(await agents({ sortField: "agent_avp_sales_count", sortAsc: false })).toBe("ada bob dan cid");
  expect(await agents({ sortField: "agent_avp_sales_count" })).toBe("cid dan bob ada");
  expect(await agents({ sortField: "avpPeriod", sortAsc: false })).toBe("ada bob dan cid");
  const detail = await read(admin.actor, { groupBy: "detail", sortField: "agent_avp_sales_count", sortAsc: false });
  expect(detail.page.items.slice(0, 3).map((row) => [row.date, row.agent, row.agent_avp_sales_count])).toEqual([
    ["2026-03-08", "ada", 3],
    ["2026-03-02", "ada", 3],
    ["2026-03-09", "bob", 1],
  ]);
});

test("the tier filter selects the agents in that tier, and agents without a sale are in the first [REP-AVP-02, PAYROLL-AVP-02, API-68]", async () => {
  const { admin } = await thePool();
  for (const report of [sitesAvp, payrollAvp]) {
    const agents = async (avp: number | null) =>
      (await ask(report, admin.actor, { ...HALF, groupBy: "agent", avp })).page.items
        .map(({ agent }) => agent)
        .join(" ");
    expect(await agents(0)).toBe("cid dan");
    expect(await agents(1)).toBe("bob");
    expect(await agents(2)).toBe("ada");
    expect(await agents(3)).toBe("");
    expect(await agents(null)).toBe("ada bob cid dan");
    const byOffice = await ask(report, admin.actor, { ...HALF, groupBy: "company", avp: 2 });
    expect(byOffice).toMatchObject({ page: { total: 1 }, overall: { raws: 4, sales: 3 } });
  }
  await fold();
  for (const groupBy of ["date", "company", "agent", "detail"]) {
    const { overall } = await ask(sitesAvp, admin.actor, { ...HALF, groupBy, avp: 2 });
    expect({ groupBy, ...overall }).toMatchObject({ raws: 4, sales: 3 });
  }
});

test("before any tiers were set agents have none, and nothing is paid by tier", async () => {
  const { admin } = await thePool();
  await execute(sql`DELETE FROM avp_tiers`);
  const { page } = await ask(payrollAvp, admin.actor, { ...HALF, groupBy: "agent" });
  expect(page.items[0]).toMatchObject({ agent: "ada", avpPeriod: null, agent_avp_sales_count: 3, payoutPhp: 250 });
});

test("the AVP report takes one half-month, and one of its tiers from accounts with the filter [REP-AVP-02, WIDGET-27]", async () => {
  const { admin, north, ada } = await thePool();
  const at = (asked: Record<string, unknown>, { actor } = admin as { actor: Actor }) =>
    refused(sitesAvp, actor, { ...HALF, ...asked });
  const ranges = [
    { start: "2026-03-01", end: "2026-03-31" },
    { start: "2026-03-02", end: "2026-03-15" },
    { start: "2026-02-16", end: "2026-02-27" },
  ];
  for (const range of ranges) {
    expect(await at(range), JSON.stringify(range)).toEqual({ status: 422, data: { start: [PERIOD] } });
    expect(await refused(payrollAvp, admin.actor, range)).toMatchObject({ status: 422 });
  }
  const none = { start: "2026-03-15", end: "2026-03-01" };
  expect(await at(none)).toEqual({ status: 422, data: { start: ["Date Range is not valid"] } });
  expect(await at({ start: "2006-03-01", end: "2026-03-15" })).toEqual({
    status: 422,
    data: { start: ["Please choose at most 10 years."] },
  });
  for (const avp of [4, -1, 1.5, "x", true, [1]]) {
    expect(await at({ avp }), JSON.stringify(avp)).toMatchObject({ status: 422, data: { avp: [LIST] } });
  }
  for (const who of [north, ada]) expect(await at({ avp: 1 }, who)).toEqual({ status: 422, data: { avp: [LIST] } });
  for (const sortField of ["avpPeriod", "agent_avp_sales_count", "payoutPhp", "1Php"]) {
    expect(await at({ sortField }), sortField).toEqual({ status: 422, data: { sortField: [SORT] } });
  }
  // A filter that the report does not have is ignored like any other unknown key.
  expect(await read(admin.actor, { geo: "nowhere" })).toMatchObject({ overall: { raws: 7 } });
});

test("payrolls are for admins, and have no tier without a payout period [PAYROLL-01, PAYROLL-AVP-01, API-67, API-68]", async () => {
  const { admin, north, ada } = await thePool();
  for (const report of [payroll, payrollAvp]) {
    for (const { actor } of [north, ada]) expect(await refused(report, actor, HALF)).toEqual({ status: 403 });
    expect(await refused(report, null, HALF)).toEqual({ status: 401 });
  }
  expect(await refusedStream(payrollExport, north.actor, HALF)).toEqual({ status: 403 });
  for (const asked of [{ avp: 1 }, { sortField: "avpPeriod", groupBy: "agent" }]) {
    expect(await refused(payroll, admin.actor, { ...HALF, ...asked })).toMatchObject({ status: 422 });
  }
  expect(await ask(payroll, admin.actor, { start: "2026-02-20", end: "2026-03-09" })).toMatchObject({
    overall: { sales: 6 },
  });
});

test("an agent sees their own tier and sales, a manager those of their office, and neither sees pesos [REP-AVP-01, ROLE-19, ROLE-21]", async () => {
  const { ada, north, south } = await thePool();
  const own = await read(ada.actor, { groupBy: "detail" });
  expect(own.page.items).toMatchObject([
    { date: "2026-03-08", agentId: ada.id, avpPeriod: 2, agent_avp_sales_count: 3, sales: 1, bonusSales: 1 },
    { date: "2026-03-02", agentId: ada.id, avpPeriod: 2, agent_avp_sales_count: 3, sales: 2 },
  ]);
  const seen = async (actor: Actor) => {
    const { page } = await read(actor, { groupBy: "agent" });
    return page.items.map(({ agent }) => agent).join(" ");
  };
  expect([await seen(north.actor), await seen(south.actor)]).toEqual(["ada bob", "cid dan"]);
  expect(JSON.stringify([own, await read(north.actor)])).not.toMatch(/Php|payoutDollars|earn"/);
});

test("the export of a payroll has its pesos and dollars, with empty cells for unknown dollars [PAYROLL-04]", async () => {
  const { admin, plain, bob, sale } = await thePool();
  await sale(bob, plain, "2026-03-20T15:00Z");
  const asked = { groupBy: "company", siteId: plain.siteId, start: "2026-03-01", end: "2026-03-31" };
  const { headings, rows } = csvIn(await textOf(payrollExport, admin.actor, asked));
  expect(headings).toEqual([
    ...["No.", "Office", "Raws", "Uniques", "Usual plain", "Usual plain php-Pay", "Sales", "LPP"],
    ...["Previous LPP", "Earning", "Payout", "Paid PHP", "Paid USD"],
  ]);
  expect(rows).toEqual(
    rowsUnder(
      headings,
      ["1", "North", "2", "0", "2", "1000.00", "2", "2", "0", "40.00", "1000.00", "1000.00", ""],
      ["Overall Total", "", "2", "0", "2", "1000.00", "2", "2", "0", "40.00", "1000.00", "1000.00", ""],
    ),
  );
  const avp = csvIn(await textOf(sitesAvpExport, admin.actor, { ...HALF, groupBy: "agent", avp: 2 }));
  const [number = ""] = avp.headings;
  expect(avp.headings.slice(0, 7)).toEqual([number, "Office", "Agent", "Name", "AVP", "AVP Sales", "Raws"]);
  expect(avp.rows[0]).toMatchObject({ [number]: "1", Office: "North", Agent: "ada" });
});
