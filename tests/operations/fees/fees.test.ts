import { expect } from "vitest";
import { feesScreen, list, save } from "../../../server/fees";
import { currentClient, queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { EVENTS } from "../../../server/trade/events";
import { sql } from "../../../server/kernel/database/sql";
import { priceAt } from "../../../server/tracking";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anOffice, aPrice, aSale, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { test } from "../../world/rollback";

/** A site with a link that pays a bonus and one that does not, and two offices. */
async function aShop() {
  const { actor: boss, accountId } = await aSuperadmin();
  const offices = [await anOffice({ officeName: "beta", agents: 1 }), await anOffice({ officeName: "Alpha" })] as const;
  const site = await aSite({ types: [{ bonus: true }, {}] });
  const [pays, plain] = site.types as [(typeof site.types)[0], (typeof site.types)[0]];
  const named = offices.map(({ id }) => id);
  const fees = async (typeId: number) =>
    (await ask(list, boss, { siteId: site.id, typeId })).filter(({ companyId }) => named.includes(companyId));
  const give = { typeId: pays.id, companyId: offices[0].id };
  return { boss, accountId, offices, site, pays, plain, fees, give };
}
const usual = { payout: 500, earning: 20, lpp: 1, bonusPayout: 250, bonusEarning: 10, bonusLpp: 2 };
const own = { payout: 720.5, earning: 31.25, lpp: 3, bonusPayout: 300, bonusEarning: 12.5, bonusLpp: 4 };

const versionsOf = (typeId: number, companyId: number) =>
  queryRows<Record<string, unknown>>(sql`
    SELECT enabled, payout, bonus_payout AS "bonusPayout", by_account_id AS "by" FROM prices
    WHERE type_id = ${typeId} AND company_id = ${companyId} ORDER BY id`);

test("every active office has a row, by name, with the link's defaults unless it has custom payments [FEE-03, FEE-04, FEE-08, API-59]", async () => {
  const { boss, offices, pays, plain, fees, site } = await aShop();
  expect(await fees(pays.id)).toEqual([
    { companyId: offices[1].id, officeName: "Alpha", typeId: pays.id, enable: false, ...usual, version: 1 },
    { companyId: offices[0].id, officeName: "beta", typeId: pays.id, enable: false, ...usual, version: 1 },
  ]);
  const bare = { bonusPayout: null, bonusEarning: null, bonusLpp: null };
  expect(first(await fees(plain.id))).toMatchObject({ payout: 500, ...bare });
  await execute(sql`UPDATE accounts SET active = false WHERE id = ${offices[0].accountId}`);
  await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${offices[1].accountId}`);
  expect(await fees(pays.id)).toEqual([]);
  expect(await refused(list, boss, { siteId: site.id })).toMatchObject({
    status: 422,
    data: { typeId: [expect.anything()] },
  });
});

test("a link of another site is refused, an unknown link is 404 [API-59]", async () => {
  const { boss, site, pays } = await aShop();
  const other = await aSite();
  expect(await refused(list, boss, { siteId: other.id, typeId: pays.id })).toEqual({
    ...{ status: 422, data: { typeId: ["This link belongs to another site."] } },
  });
  expect(await refused(list, boss, { siteId: site.id, typeId: 999_999 })).toEqual({ status: 404 });
  expect(await refused(list, boss, { siteId: 999_999, typeId: pays.id })).toEqual({ status: 404 });
});

test("only superadmins can read and change custom payments [FEE-01, ROLE-12, ROLE-15]", async () => {
  const { offices, site, pays, give } = await aShop();
  const admin = await anAdmin();
  for (const actor of [admin.actor, offices[0].actor, first(offices[0].agents).actor]) {
    expect(await refused(list, actor, { siteId: site.id, typeId: pays.id })).toMatchObject({ status: 403 });
    expect(await refused(feesScreen, actor)).toMatchObject({ status: 403 });
    expect(await refused(save, actor, { ...give, enable: true })).toMatchObject({ status: 403 });
  }
  expect(await versionsOf(pays.id, give.companyId)).toEqual([]);
});

test("ticking the flag starts with the defaults, each change is a version, and unticking keeps the numbers [FEE-04, FEE-05, API-60, LEDGER-10]", async () => {
  const { boss, accountId, give, fees, pays } = await aShop();
  const at = { companyId: give.companyId, officeName: "beta", typeId: pays.id };
  expect(await ask(save, boss, { ...give, enable: true })).toEqual({ ...at, enable: true, ...usual, version: 2 });
  expect(await ask(save, boss, { ...give, payout: 720.5 })).toMatchObject({ payout: 720.5, earning: 20, version: 3 });
  expect(await ask(save, boss, { ...give, enable: true, ...own })).toEqual({
    ...at,
    enable: true,
    ...own,
    version: 4,
  });
  // With the flag off, the numbers sent are the defaults that the row shows, and are ignored.
  const off = await ask(save, boss, { ...give, enable: false, ...usual, payout: 1 });
  expect(off).toEqual({ ...at, enable: false, ...usual, version: 5 });
  expect(await fees(pays.id)).toContainEqual(off);
  expect(await ask(save, boss, { ...give, enable: true })).toEqual({ ...at, enable: true, ...own, version: 6 });
  const by = accountId;
  expect(await versionsOf(pays.id, give.companyId)).toEqual([
    { enabled: true, payout: "500.00", bonusPayout: "250.00", by },
    { enabled: true, payout: "720.50", bonusPayout: "250.00", by },
    { enabled: true, payout: "720.50", bonusPayout: "300.00", by },
    { enabled: false, payout: "720.50", bonusPayout: "300.00", by },
    { enabled: true, payout: "720.50", bonusPayout: "300.00", by },
  ]);
});

test("a save without a change writes nothing [FEE-05]", async () => {
  const { boss, give, pays } = await aShop();
  expect(await ask(save, boss, { ...give, enable: false })).toMatchObject({ version: 1 });
  expect(await ask(save, boss, { ...give, payout: 9 })).toMatchObject({ enable: false, payout: 500, version: 1 });
  await ask(save, boss, { ...give, enable: true, ...own });
  expect(await ask(save, boss, { ...give, ...own })).toMatchObject({ version: 2 });
  expect(await versionsOf(pays.id, give.companyId)).toHaveLength(1);
});

test("a link without a bonus has no bonus numbers; once it pays one, the link's numbers apply to every office [FEE-03, PRICE-01]", async () => {
  const { boss, give, plain } = await aShop();
  await execute(sql`
      UPDATE prices SET bonus_payout = NULL, bonus_earning = NULL, bonus_lpp = NULL WHERE type_id = ${plain.id}`);
  const at = { ...give, typeId: plain.id };
  const bare = { bonusPayout: null, bonusEarning: null, bonusLpp: null };
  expect(await ask(save, boss, { ...at, enable: true, ...own })).toMatchObject({ payout: 720.5, ...bare });
  await execute(sql`UPDATE types SET bonus = true WHERE id = ${plain.id}`);
  await aPrice({ type: plain, payout: 500, bonusPayout: 260 });
  const shown = { payout: 720.5, bonusPayout: 260, bonusLpp: 2, version: 2 };
  expect(await ask(save, boss, { ...at, ...shown, version: undefined })).toMatchObject(shown);
  const bonus = await priceAt(currentClient(), plain.id, give.companyId, "US", EVENTS.bonus, new Date());
  expect(bonus).toMatchObject({ source: "default", payout: "260.00" });
  // Points of a bonus that the office does not have are ignored like the bonus.
  await execute(sql`UPDATE prices SET bonus_lpp = 9 WHERE company_id = ${give.companyId}`);
  expect(await ask(save, boss, at)).toMatchObject({ bonusLpp: 2, version: 2 });
});

test("the next sale is priced by the row as shown, and a stored sale keeps its price [PRICE-01, PRICE-04, PRICE-02]", async () => {
  const { boss, offices, give, pays } = await aShop();
  const sale = await aSale({ agent: first(offices[0].agents), type: pays, at: new Date() });
  const stored = () => queryOne(sql`SELECT payout, earning, lpp FROM sale_events WHERE id = ${sale.id}`);
  const before = await stored();
  const next = (event: 0 | 1) =>
    priceAt(currentClient(), pays.id, give.companyId, "US", event, new Date(Date.now() + 1_000));
  await ask(save, boss, { ...give, enable: true, ...own });
  expect(await next(EVENTS.sale)).toMatchObject({ source: "office", payout: "720.50", earning: "31.25", lpp: 3 });
  expect(await next(EVENTS.bonus)).toMatchObject({ source: "office", payout: "300.00", earning: "12.50", lpp: 4 });
  await ask(save, boss, { ...give, enable: false });
  expect(await next(EVENTS.sale)).toMatchObject({ source: "default", payout: "500.00" });
  expect(await stored()).toEqual(before);
});

test("a change is audited with its author, before and after [TRUST-26, LEDGER-10]", async () => {
  const { boss, accountId, give } = await aShop();
  await ask(save, boss, { ...give, enable: true });
  await ask(save, boss, { ...give, payout: 720.5 });
  const told = await queryRows<object>(sql`
      SELECT operation, account_id AS "by", before, after FROM audit WHERE operation = 'fees.save' ORDER BY id DESC LIMIT 1`);
  expect(first(told)).toMatchObject({ by: accountId, before: { payout: 500 }, after: { payout: 720.5 } });
});

test("saving an outdated row returns the current row and changes nothing [TRUST-09]", async () => {
  const { boss, give } = await aShop();
  const other = (await aSuperadmin()).actor;
  await ask(save, boss, { ...give, enable: true, version: 1 });
  expect(await refused(save, other, { ...give, payout: 600, version: 1 })).toMatchObject({
    status: 409,
    data: { current: { enable: true, payout: 500, version: 2 } },
  });
  expect(await ask(save, other, { ...give, payout: 600, version: 2 })).toMatchObject({ payout: 600, version: 3 });
  // A change of another office's or link's row does not affect this version.
  expect(await ask(save, boss, { ...give, payout: 610 })).toMatchObject({ payout: 610, version: 4 });
});

const limits: [name: string, good: number[], bad: unknown[]][] = [
  ...["payout", "earning", "bonusPayout", "bonusEarning"].map((name): [string, number[], unknown[]] => [
    name,
    [0, 0.01, 9_999_999.99],
    [-0.01, 10_000_000, 1.005, "1,5", "12", NaN, 1e21, [], {}, true],
  ]),
  ...["lpp", "bonusLpp"].map((name): [string, number[], unknown[]] => [
    name,
    [0, 1, 10_000],
    [-1, 10_001, 1.5, "1", {}, true],
  ]),
];
test.each(limits)("%s is accepted within its limits and refused beyond them [FEE-08]", async (name, good, bad) => {
  const { boss, give } = await aShop();
  for (const value of good) {
    expect(await ask(save, boss, { ...give, enable: true, [name]: value })).toMatchObject({ [name]: value });
  }
  for (const value of bad) {
    const { status, data } = await refused(save, boss, { ...give, enable: true, [name]: value });
    expect([value, status, Object.keys(data as object)]).toEqual([value, 422, [name]]);
  }
  expect(await ask(save, boss, give)).toMatchObject({ [name]: good.at(-1) });
});

test.each([
  [{ typeId: 999_999 }, 404],
  [{ companyId: 999_999 }, 404],
  [{ typeId: 0 }, 422],
  [{ companyId: "1" }, 422],
  [{ enable: "on" }, 422],
  [{ version: 0 }, 422],
  [{ payout: null }, 422],
  [{ bonusPayout: null }, 422],
])("%j is refused with %i", async (wrong, status) => {
  const { boss, give } = await aShop();
  expect(await refused(save, boss, { ...give, enable: true, ...wrong })).toMatchObject({ status });
});

test("the screen has the sites, the links of the chosen site by name, and rows once both are chosen [FEE-02, FEE-06, FEE-07]", async () => {
  const { boss, site, pays, plain } = await aShop();
  const other = await aSite({ useApproveSale: true, types: [{ typename: "z" }, { typename: "A" }] });
  const none = await ask(feesScreen, boss);
  expect(none).toMatchObject({ types: [], typeId: null, fees: null, useApproveSale: false });
  expect(none.sites.map(({ value }) => value)).toEqual(expect.arrayContaining([site.id, other.id]));
  const chosen = await ask(feesScreen, boss, { siteId: site.id });
  expect([chosen.types.map(({ value }) => value), chosen.fees]).toEqual([[pays.id, plain.id], null]);
  const both = await ask(feesScreen, boss, { siteId: site.id, typeId: plain.id });
  expect([both.typeId, both.fees]).toEqual([plain.id, await ask(list, boss, { siteId: site.id, typeId: plain.id })]);
  const changed = await ask(feesScreen, boss, { siteId: other.id, typeId: plain.id });
  expect(changed).toMatchObject({ typeId: null, fees: null, useApproveSale: true });
  expect(changed.types.map(({ label }) => label)).toEqual(["A", "z"]);
  expect(await refused(feesScreen, boss, { siteId: 999_999 })).toEqual({ status: 404 });
});
