import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { avpPeriods, listScreen, setAvpPeriods } from "../../../server/types";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { inRollback } from "../../world/database";
import { auditOf } from "../offices/world";

const NOON = "2026-11-20T17:00:00Z";
const tier = (from: number, to: number | undefined, payoutPhp: number, payoutDollars = 0) => ({
  ...{ from, payoutPhp, payoutDollars },
  ...(to === undefined ? {} : { to }),
});
const good = [tier(0, 0, 0), tier(1, 9, 100, 2), tier(10, undefined, 150.5, 3.01)];

/** In the second half of November, with tiers since January. */
const inNovember = (body: () => Promise<unknown>) =>
  inRollback(() =>
    withFixedTime(NOON, async () => {
      await execute(sql`DELETE FROM avp_tiers`);
      await execute(sql`
        INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
        VALUES ('2026-01-01', 0, 0, 0, 0, 0), ('2026-01-01', 1, 1, 1000, 80, 1)`);
      await body();
    }),
  );

test("tiers apply from their half-month on; earlier half-months and their lists stay [PRICE-08, LINK-12, API-69]", () =>
  inNovember(async () => {
    const [{ actor }, admin] = [await aSuperadmin(), await anAdmin()];
    const set = await ask(setAvpPeriods, actor, { periods: good, validFrom: "2026-12-01" });
    expect(set).toEqual([
      { index: 0, from: 0, to: 0, payoutPhp: 0, payoutDollars: 0 },
      { index: 1, from: 1, to: 9, payoutPhp: 100, payoutDollars: 2 },
      { index: 2, from: 10, to: 1000, payoutPhp: 150.5, payoutDollars: 3.01 },
    ]);
    const now = await ask(avpPeriods, admin.actor);
    expect(now.map(({ payoutPhp }) => payoutPhp)).toEqual([0, 80]);
    // 1 December in New York begins at 05:00 UTC.
    const last = await withFixedTime("2026-12-01T04:59:59Z", () => ask(avpPeriods, actor));
    expect(last).toEqual(now);
    expect(await withFixedTime("2026-12-01T05:00:00Z", () => ask(avpPeriods, actor))).toEqual(set);
    expect(await auditOf("avpTiers", "2026-12-01" as never)).toMatchObject([
      { before: { tiers: now }, after: { tiers: set } },
    ]);
    expect(await queryOne(sql`SELECT valid_from::text AS "from", by_account_id AS by FROM avp_changes`)).toEqual({
      from: "2026-12-01",
      by: actor.accountId,
    });
    // The same half-month again: the new list replaces the old one.
    await ask(setAvpPeriods, actor, { periods: good.slice(0, 2), validFrom: "2026-12-01" });
    expect(await queryRows(sql`SELECT FROM avp_tiers WHERE valid_from = '2026-12-01'`)).toHaveLength(2);
    const { id: siteId } = await aSite();
    const { avp } = await ask(listScreen, admin.actor, { siteId });
    expect([avp.validFrom, avp.later.map(({ validFrom }) => validFrom), avp.version]).toEqual([
      "2026-01-01",
      ["2026-12-01"],
      2,
    ]);
  }));

const wrong: [string, unknown[], string][] = [
  ["a gap", [tier(0, 0, 0), tier(2, 9, 1)], "periods[1].from"],
  ["an overlap", [tier(0, 5, 0), tier(5, 9, 1)], "periods[1].from"],
  ["a wrong order", [tier(0, 0, 0), tier(10, 20, 1), tier(1, 9, 1)], "periods[1].from"],
  ["no start at 0", [tier(1, 9, 1)], "periods[0].from"],
  ["an end before its start", [tier(0, 9, 1), tier(10, 9, 1)], "periods[1].to"],
  ["an open end before the last", [tier(0, undefined, 1), tier(1, 9, 1)], "periods[0].to"],
  ["no tier", [], "periods"],
  ["a negative amount", [tier(0, 9, -1)], "periods[0].payoutPhp"],
  ["a fraction of a cent", [tier(0, 9, 1, 0.001)], "periods[0].payoutDollars"],
  ["a fraction of a sale", [tier(0, 9.5, 1)], "periods[0].to"],
  ["a wrong number", [{ ...tier(0, 9, 1), index: 1 }], "periods[0].index"],
];
test.each(wrong)("tiers with %s are refused at their place [LINK-12]", (_, periods, field) =>
  inNovember(async () => {
    const { actor } = await aSuperadmin();
    const { status, data } = await refused(setAvpPeriods, actor, { periods, validFrom: "2026-12-01" });
    expect([status, Object.keys(data as object)]).toEqual([422, expect.arrayContaining([field])]);
    expect(await queryRows(sql`SELECT FROM avp_tiers WHERE valid_from = '2026-12-01'`)).toEqual([]);
  }),
);

test("tiers start with an open half-month, only superadmins set them, and an outdated save is refused [PRICE-08]", () =>
  inNovember(async () => {
    const { actor } = await aSuperadmin();
    const give = (validFrom: string, more = {}) => ({ periods: good, validFrom, ...more });
    for (const day of ["2026-12-02", "2026-11-15", "2026-02-30", "tomorrow"]) {
      expect(await refused(setAvpPeriods, actor, give(day)), day).toMatchObject({
        status: 422,
        data: { validFrom: expect.arrayContaining([expect.any(String)]) as unknown },
      });
    }
    await execute(sql`
      INSERT INTO pay_periods (id, start_day, end_day, state, closed_at, hash)
      VALUES (2026102, '2026-10-16', '2026-10-31', 'closed', now(), '')`);
    for (const day of ["2026-10-16", "2026-10-01"])
      expect(await refused(setAvpPeriods, actor, give(day))).toMatchObject({ status: 409 });
    expect(await ask(setAvpPeriods, actor, give("2026-11-01", { version: 0 }))).toHaveLength(3);
    const late = await refused(setAvpPeriods, actor, give("2026-11-16", { version: 0 }));
    expect(late).toMatchObject({
      status: 409,
      data: { current: { version: 1, tiers: [{}, {}, { payoutPhp: 150.5 }] } },
    });
    const { id: siteId } = await aSite();
    const { avp } = await ask(listScreen, actor, { siteId });
    expect(avp.halfMonths[0]).toEqual({ value: "2026-11-01", label: "2026-11-01 ~ 2026-11-15" });
    const [admin, office] = [await anAdmin(), await anOffice()];
    for (const asker of [admin.actor, office.actor])
      expect(await refused(setAvpPeriods, asker, give("2026-12-01"))).toEqual({ status: 403 });
    expect(await refused(avpPeriods, office.actor)).toEqual({ status: 403 });
  }));
