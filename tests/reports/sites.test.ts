import { expect } from "vitest";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { payroll, payrollExport, sites, sitesAvp, sitesExport, sitesScreen } from "../../server/reports";
import { aSale, aSite } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";
import { ask, textOf } from "./ask";
import { fold } from "./fold";
import { theWeek } from "./the-week";

const WEEK = { start: "2026-03-06", end: "2026-03-09" };
const read = (actor: Actor, asked: Record<string, unknown> = {}) => ask(sites, actor, { ...WEEK, ...asked });

test("rows of the known week by date are newest first, with counts by link and dollars [STAT-34, STAT-35, STAT-28, STAT-24]", async () => {
  const { admin, north, quick, slow } = await theWeek();
  const { page, ...rest } = await read(admin.actor, { companyId: north.id });
  const row = (date: string, raws: number, uniques: number, counts: number[], money: number[]) => ({
    date,
    raws,
    uniques,
    [`${quick.id}`]: counts[0],
    [`${quick.id}b`]: counts[1],
    [`${slow.id}`]: counts[2],
    sales: Number(counts[0]) + Number(counts[2]),
    bonusSales: counts[1],
    bonusRatio: 0,
    earn: money[0],
    bonusEarn: money[1],
    margin: null,
    epc: (Number(money[0]) + Number(money[1])) / raws,
    phpPerUnique: money[2],
    figures: [
      { typeId: quick.id, bonus: false, count: counts[0] },
      { typeId: quick.id, bonus: true, count: counts[1] },
      { typeId: slow.id, bonus: false, count: counts[2] },
    ],
  });
  expect(page).toEqual({
    total: 4,
    items: [
      row("2026-03-09", 1, 1, [1, 0, 0], [20, 0, 500]),
      row("2026-03-08", 3, 2, [0, 0, 2], [0.2, 0, 500]),
      row("2026-03-07", 1, 1, [0, 1, 0], [0, 10, 250]),
      row("2026-03-06", 2, 1, [1, 0, 0], [20, 0, 500]),
    ],
  });
  expect(rest).toMatchObject({ earningVisible: true, useApproveSale: false, payoutVisible: true, hasBonus: true });
});

test("the total over all pages is a row of its own, even with an empty page [STAT-36, STAT-32, PRICE-05]", async () => {
  const { admin, north, quick, slow } = await theWeek();
  const overall = {
    raws: 7,
    uniques: 5,
    [`${quick.id}`]: 2,
    [`${quick.id}b`]: 1,
    [`${slow.id}`]: 2,
    sales: 4,
    bonusSales: 1,
    bonusRatio: 25,
    lpp: 10,
    lpp_prev: 0,
    earning: 40.2,
    bonusEarning: 10,
    // The half-month has no rate yet.
    ...{ margin: null, epc: 50.2 / 7, phpPerUnique: 450 },
    figures: [
      { typeId: quick.id, bonus: false, count: 2 },
      { typeId: quick.id, bonus: true, count: 1 },
      { typeId: slow.id, bonus: false, count: 2 },
    ],
  };
  expect((await read(admin.actor, { companyId: north.id })).overall).toEqual(overall);
  const beyond = await read(admin.actor, { companyId: north.id, pageSize: 3, page: 3 });
  expect(beyond).toMatchObject({ page: { items: [], total: 4 }, overall });
  const second = await read(admin.actor, { companyId: north.id, pageSize: 3, page: 2 });
  expect(second.page.items.map(({ date }) => date)).toEqual(["2026-03-06"]);
});

test("links with an event are columns, bonuses have a second entry, and speech links come last [STAT-37, REP-SITES-03]", async () => {
  const { admin, ada } = await theWeek();
  const site = await aSite({
    types: [{ typename: "A English", bonus: true }, { typename: "zebra" }, { typename: "b" }],
  });
  const [english, zebra] = site.types;
  if (!english || !zebra) throw new Error("The site has no links.");
  for (const type of [english, zebra]) await aSale({ agent: ada, type, at: "2026-03-08T12:00Z" });
  const { types, hasBonus } = await read(admin.actor, { siteId: site.id });
  const { id: siteId, sitename } = site;
  const entry = (id: string, typeId: number, typename: string, bonus: boolean) => ({
    ...{ id, typeId, typename, siteId, sitename, bonus, payout: true },
  });
  expect(types).toEqual([
    entry(`${zebra.id}`, zebra.id, "zebra", false),
    entry(`${english.id}`, english.id, "A English", false),
    entry(`${english.id}b`, english.id, "A English", true),
  ]);
  expect(hasBonus).toBe(true);
});

test("columns of a site are beside each other and name site and link, so that two links of one name differ on screen, in the CSV and in the response [STAT-24, STAT-37]", async () => {
  const { admin, ada, site, quick, slow } = await theWeek();
  const lamp = await aSite({
    sitename: "Lamp",
    types: [{ typename: "Signup", bonus: true }, { typename: "signup" }],
  });
  const wick = await aSite({ sitename: "Wick", types: [{ typename: "Signup" }] });
  const [bonus, second, third] = [...lamp.types, ...wick.types];
  for (const type of [bonus!, second!, third!]) await aSale({ agent: ada, type, at: "2026-03-08T12:00Z" });
  const { types } = await read(admin.actor);
  expect(types.map(({ id, typename, siteId, sitename }) => [id, typename, siteId, sitename])).toEqual([
    [`${second?.id}`, "signup", lamp.id, "Lamp"],
    [`${bonus?.id}`, "Signup", lamp.id, "Lamp"],
    [`${bonus?.id}b`, "Signup", lamp.id, "Lamp"],
    [`${quick.id}`, "quick", site.id, "Lantern"],
    [`${quick.id}b`, "quick", site.id, "Lantern"],
    [`${slow.id}`, "slow", site.id, "Lantern"],
    [`${third?.id}`, "Signup", wick.id, "Wick"],
  ]);
  const heads = async (asked: Record<string, unknown> = {}) =>
    (await ask(sitesScreen, admin.actor, { ...WEEK, empty: "show", ...asked })).columns
      .filter(({ key }) => /^\d/.test(key))
      .map(({ site: of, label, sub = "" }) => `${of?.short}|${label}|${sub}`);
  const [first, twin] = [`#${bonus?.id}`, `#${second?.id}`];
  expect(await heads()).toEqual([
    ...[`Lamp|signup|${twin}`, `Lamp|Signup|${first}`, `Lamp|Signup|${first} Bonus`],
    ...["Lantern|quick|", "Lantern|quick|Bonus", "Lantern|slow|", "Wick|Signup|"],
  ]);
  expect(await heads({ siteId: wick.id })).toEqual(["Wick|Signup|"]);
  const csv = await textOf(payrollExport, admin.actor, WEEK);
  expect(csv).toContain(`,Lamp signup ${twin},Lamp signup ${twin} php-Pay,Lamp Signup ${first},`);
  expect(csv).toContain("Lantern slow php-Pay,Wick Signup,Wick Signup php-Pay,");
});

test("sites that share an abbreviation have their names added, and their IDs where the names are the same too [STAT-24]", async () => {
  const { admin, ada } = await theWeek();
  const names = ["Long Harbor North", "Long Harbor South", "Twin", "twin", "Quay"];
  const sites = await Promise.all(names.map((sitename) => aSite({ sitename, types: [{ typename: sitename }] })));
  for (const { types } of sites) await aSale({ agent: ada, type: types[0]!, at: "2026-03-08T12:00Z" });
  const { columns } = await ask(sitesScreen, admin.actor, { ...WEEK, empty: "show" });
  const shorts = Object.fromEntries(columns.flatMap(({ site, label }) => (site ? [[label, site.short]] : [])));
  expect(names.map((name) => shorts[name])).toEqual([
    ...["Long Harbor North", "Long Harbor South", `Twin #${sites[2]?.id}`, `twin #${sites[3]?.id}`, "Quay"],
  ]);
});

test("empty columns of links are left out of a report with more than 12 columns, and of any where the reader asks", async () => {
  const { admin, quick, slow } = await theWeek();
  // Only quick has sales on Friday; a reversal leaves no figure, and no bonus is booked.
  const friday = { start: "2026-03-06", end: "2026-03-06" };
  const shown = async (asked: Record<string, unknown>) => {
    const { columns, empty } = await ask(sitesScreen, admin.actor, { ...friday, ...asked });
    return { links: columns.flatMap(({ key, site }) => (site ? [key] : [])), ...empty };
  };
  const all = [`${quick.id}`, `${quick.id}b`];
  expect(await shown({ groupBy: "date" })).toEqual({ links: all, count: 1, hidden: false });
  expect(await shown({ groupBy: "date", empty: "hide" })).toEqual({ links: [`${quick.id}`], count: 1, hidden: true });
  expect(await shown({ groupBy: "detail" })).toEqual({ links: [`${quick.id}`], count: 1, hidden: true });
  expect(await shown({ groupBy: "detail", empty: "show" })).toEqual({ links: all, count: 1, hidden: false });
  // The column that sorts the rows stays.
  expect(await shown({ groupBy: "detail", sortField: `${quick.id}b` })).toMatchObject({ links: all, hidden: false });
  expect(await textOf(sitesExport, admin.actor, { ...friday, groupBy: "detail" })).toContain(",Lantern quick Bonus,");
  expect(await shown({ start: "2026-03-09", end: "2026-03-09", typeId: slow.id })).toMatchObject({ count: 0 });
});

test("a link marked to show without sales is a column when its site is chosen [STAT-24]", async () => {
  const { admin } = await theWeek();
  const site = await aSite({ types: [{ typename: "quiet", showNoSalesStat: true }, { typename: "silent" }] });
  const [quiet, silent] = site.types;
  const columns = async (asked: Record<string, unknown>) =>
    (await read(admin.actor, asked)).types.map(({ typename }) => typename);
  expect(await columns({ siteId: site.id })).toEqual(["quiet"]);
  expect(await columns({ siteId: site.id, typeId: silent?.id })).toEqual([]);
  expect(await columns({ typeId: quiet?.id })).toEqual([]);
  expect((await read(admin.actor, { siteId: site.id })).overall).toMatchObject({ raws: 0, [`${quiet?.id}`]: 0 });
});

test("a group and a link whose only sale was reversed still appear, with zeros", async () => {
  const { admin, bob, quick } = await theWeek();
  await execute(sql`DELETE FROM stats_delta WHERE agent_id <> ${bob.id} OR raws > 0 OR lpp > 0`);
  await execute(sql`UPDATE stats_delta SET sales = 0, lpp = 0, earning = 0`);
  const { page, types } = await read(admin.actor, { groupBy: "agent" });
  expect(page.items).toMatchObject([{ agentId: bob.id, raws: 0, sales: 0, [`${quick.id}`]: 0 }]);
  expect(types.map(({ id }) => id)).toEqual([`${quick.id}`, `${quick.id}b`]);
});

test("a day with sales but no clicks is a row, rolled up or not", async () => {
  const { admin } = await theWeek();
  await execute(sql`DELETE FROM stats_delta WHERE day = '2026-03-07' AND raws > 0`);
  const { page, overall } = await read(admin.actor);
  expect(page.items.map(({ date, raws }) => [date, raws])).toEqual([
    ["2026-03-09", 5],
    ["2026-03-08", 3],
    ["2026-03-07", 0],
    ["2026-03-06", 2],
  ]);
  expect(page.items[2]).toMatchObject({ sales: 0, bonusSales: 1, bonusEarn: 10 });
  await fold();
  expect(await read(admin.actor)).toMatchObject({ page, overall });
});

test("a day with sales appears even if the day's clicks were on another link, country or kind of site", async () => {
  const { admin, north, ada, slow } = await theWeek();
  const pool = first((await aSite({ avp: true, enabledFor: [north] })).types);
  await aSale({ agent: ada, type: slow, at: "2026-03-07T15:00Z", geo: "FR" });
  await aSale({ agent: ada, type: pool, at: "2026-03-06T15:00Z" });
  await execute(sql`DELETE FROM stats_delta WHERE raws > 0 AND type_id = ${pool.id}`);
  await execute(sql`DELETE FROM stats_delta WHERE raws > 0 AND type_id = ${slow.id} AND day = '2026-03-07'`);
  await fold();
  const days = async (op: typeof sites, asked: Record<string, unknown>) =>
    (await ask(op, admin.actor, { ...WEEK, ...asked })).page.items.map(({ date, raws }) => [date, raws]);
  expect(await days(sites, { typeId: slow.id })).toEqual([
    ["2026-03-09", 4],
    ["2026-03-08", 3],
    ["2026-03-07", 0],
  ]);
  expect(await days(sites, { geo: "FR" })).toEqual([
    ["2026-03-08", 0],
    ["2026-03-07", 0],
  ]);
  expect(await days(sitesAvp, { start: "2026-03-01", end: "2026-03-15" })).toEqual([["2026-03-06", 0]]);
});

test("rows by office, by agent and in detail name their office and agent [STAT-35, FORMAT-13]", async () => {
  const { admin, north, south, ada, bob, cid } = await theWeek();
  const who = async (groupBy: string) =>
    (await read(admin.actor, { groupBy })).page.items.map(
      ({ date, companyId, officeName, agentId, agent, agentFullName, raws }) => ({
        ...(date && { date }),
        ...(agentId && { agentId, agent, agentFullName }),
        ...{ companyId, officeName, raws },
      }),
    );
  const [North, South] = [
    { companyId: north.id, officeName: "North" },
    { companyId: south.id, officeName: "South" },
  ];
  const Ada = { agentId: ada.id, agent: ada.username, agentFullName: "Ada Berg", ...North };
  const Bob = { agentId: bob.id, agent: bob.username, agentFullName: "Bob Dahl", ...North };
  const Cid = { agentId: cid.id, agent: cid.username, agentFullName: "Cid Ek", ...South };
  expect(await who("company")).toEqual([
    { ...North, raws: 7 },
    { ...South, raws: 4 },
  ]);
  expect(await who("agent")).toEqual([
    { ...Ada, raws: 6 },
    { ...Bob, raws: 1 },
    { ...Cid, raws: 4 },
  ]);
  expect(await who("detail")).toEqual([
    { date: "2026-03-09", ...Cid, raws: 4 },
    { date: "2026-03-09", ...Bob, raws: 1 },
    { date: "2026-03-08", ...Ada, raws: 3 },
    { date: "2026-03-07", ...Ada, raws: 1 },
    { date: "2026-03-06", ...Ada, raws: 2 },
  ]);
});

test("points appear in groupings other than Date, with those of the group's previous period, if the brand shows them [STAT-25, PERIOD-06]", async () => {
  const { admin, ada, quick } = await theWeek();
  await aSale({ agent: ada, type: quick, at: "2026-03-05T12:00Z", price: { lpp: 100 } });
  await aSale({ agent: ada, type: quick, at: "2026-03-01T12:00Z", price: { lpp: 1000 } });
  await aSale({ agent: ada, type: quick, at: "2026-02-16T12:00Z", price: { lpp: 10_000 } });
  const points = async (asked: Record<string, unknown>) => {
    const { page, overall } = await read(admin.actor, { agentId: ada.id, ...asked });
    return { rows: page.items.map(({ lpp, lppPrev }) => [lpp, lppPrev]), overall: [overall.lpp, overall.lpp_prev] };
  };
  // The four days before the four days.
  expect(await points({ groupBy: "agent" })).toEqual({ rows: [[9, 100]], overall: [9, 100] });
  // The second half of February before the first half of March.
  const half = { start: "2026-03-01", end: "2026-03-15", groupBy: "agent" };
  expect(await points(half)).toEqual({ rows: [[1109, 10_000]], overall: [1109, 10_000] });
  expect(await points({ groupBy: "detail" })).toEqual({
    rows: [
      [6, 2],
      [2, 1],
      [1, 100],
    ],
    overall: [9, 103],
  });
  const byDate = await read(admin.actor, { groupBy: "date" });
  expect(JSON.stringify(byDate.page)).not.toContain("lpp");
  const brand = config().BRAND;
  overrideConfig({ BRAND: "summit" });
  try {
    for (const groupBy of ["agent", "date"])
      expect(JSON.stringify(await read(admin.actor, { groupBy }))).not.toContain("lpp");
  } finally {
    overrideConfig({ BRAND: brand });
  }
});

test("the total by date has the points of the range and of the whole previous period, rolled up or not [STAT-36, PERIOD-06]", async () => {
  const { admin, north, ada, bob, quick } = await theWeek();
  await aSale({ agent: ada, type: quick, at: "2026-03-05T12:00Z", price: { lpp: 100 } });
  await aSale({ agent: bob, type: quick, at: "2026-03-02T12:00Z", price: { lpp: 1000 } });
  await aSale({ agent: bob, type: quick, at: "2026-03-01T12:00Z", price: { lpp: 10_000 } });
  await aSale({ agent: bob, type: quick, at: "2026-02-16T12:00Z", price: { lpp: 100_000 } });
  const points = async (asked: Record<string, unknown> = {}) => {
    const { overall } = await read(admin.actor, { groupBy: "date", ...asked });
    return [overall.lpp, overall.lpp_prev];
  };
  const half = { start: "2026-03-01", end: "2026-03-15" };
  const all = async () => [
    // Includes days whose counterpart in the range has no rows.
    await points(),
    await points({ agentId: ada.id, pageSize: 1, page: 2 }),
    await points({ siteId: quick.siteId, companyId: north.id, geo: "US" }),
    await points({ start: "2026-03-10", end: "2026-03-12" }),
    await points(half),
    await points({ start: "2030-01-01", end: "2030-01-31" }),
  ];
  const known = [
    [10, 1100],
    [9, 100],
    [4, 1100],
    [0, 9],
    [11_110, 100_000],
    [0, 0],
  ];
  expect(await all()).toEqual(known);
  expect((await ask(payroll, admin.actor, { ...WEEK, groupBy: "date" })).overall).toMatchObject({ lpp_prev: 1100 });
  await fold();
  expect(await all()).toEqual(known);
});

test("two-step sales are shown only for a single two-step site, whose first step has no pesos [STAT-26]", async () => {
  const { admin, ada, site } = await theWeek();
  const approve = await aSite({ useApproveSale: true, types: [{ bonus: true }] });
  const pool = await aSite({ useApproveSale: true, avp: true });
  const [type] = approve.types;
  if (!type) throw new Error("The site has no links.");
  await aSale({ agent: ada, type, at: "2026-03-08T12:00Z", event: "bonus" });
  const answer = await read(admin.actor, { siteId: approve.id });
  expect(answer).toMatchObject({ useApproveSale: true, types: [{ payout: false }, { bonus: true, payout: true }] });
  const others = [{}, { siteId: site.id }, { siteId: pool.id }];
  for (const asked of others) expect(await read(admin.actor, asked)).toMatchObject({ useApproveSale: false });
});

test("rows sort by any shown column, with ties by id [STAT-27, STAT-28]", async () => {
  const { admin, ada, bob, cid, quick } = await theWeek();
  const sorted = async (sortField: string, sortAsc?: boolean) =>
    (await read(admin.actor, { groupBy: "agent", sortField, sortAsc })).page.items.map(({ agentId }) => agentId);
  expect(await sorted("raws")).toEqual([bob.id, cid.id, ada.id]);
  expect(await sorted("raws", false)).toEqual([ada.id, cid.id, bob.id]);
  expect(await sorted("uniques")).toEqual([bob.id, ada.id, cid.id]);
  expect(await sorted("bonusRatio", false)).toEqual([ada.id, cid.id, bob.id]);
  expect(await sorted("earn", false)).toEqual([ada.id, bob.id, cid.id]);
  expect(await sorted("officeName", false)).toEqual([cid.id, bob.id, ada.id]);
  expect(await sorted("agentFullName", false)).toEqual([cid.id, bob.id, ada.id]);
  expect(await sorted(`${quick.id}`, false)).toEqual([bob.id, ada.id, cid.id]);
  expect(await sorted(`${quick.id}b`, false)).toEqual([ada.id, cid.id, bob.id]);
  for (const field of ["sales", "bonusSales", "lpp", "lppPrev", "bonusEarn", "agent"])
    expect(await sorted(field)).toHaveLength(3);
});

test("a deleted agent's figures remain without the name", async () => {
  const { admin, ada } = await theWeek();
  await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${ada.accountId}`);
  const { page } = await read(admin.actor, { groupBy: "agent", agentId: ada.id });
  expect(page.items).toMatchObject([{ agent: "deleted agent", agentFullName: "deleted agent", raws: 6 }]);
});

test("a country filter applies to clicks by the click's country and to sales by the sale's", async () => {
  const { admin } = await theWeek();
  const of = async (geo: string) => (await read(admin.actor, { geo })).overall;
  expect(await of("DE")).toMatchObject({ raws: 1, sales: 1 });
  expect(await of("fr")).toMatchObject({ raws: 0, sales: 1 });
  expect(await of("US")).toMatchObject({ raws: 10, sales: 2 });
  expect(await of("SE")).toMatchObject({ raws: 0, sales: 0 });
  expect((await read(admin.actor, { geo: "" })).overall).toMatchObject({ raws: 11, sales: 4 });
});
