import { isAvp, isAvpOrPaidByBonus, isCorrection } from "../../trade/flags";
import { halfMonthStart } from "../../trade/periods/half-month-sql";
import { join, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { addDays, type Day } from "../../kernel/time";
import { periodOf, type Range } from "../../trade/periods";
import { fromCents, decimalText, toCents } from "../../kernel/text/money";
import { avpTiers, bonusPesos, fixedSchedule, salePesos, salePesosAt } from "../../payroll";

/** The cost of half-months as paid and at other prices, from the roll-ups. Nothing is written. */

export const HALF_MONTHS = 3;

/** The last three half-months that are over, as one range. */
export function lastHalfMonths(today: Day): Range {
  const end = addDays(periodOf(today, "beWeek").start, -1);
  let { start } = periodOf(end, "beWeek");
  for (let i = 1; i < HALF_MONTHS; i += 1) ({ start } = periodOf(addDays(start, -1), "beWeek"));
  return { start, end };
}

/** The half-months of a range that consists of whole ones, oldest first. */
export function halvesOf({ start, end }: Range): Range[] {
  const halves: Range[] = [];
  for (let day = start; day <= end;) {
    const half = periodOf(day, "beWeek");
    halves.push({ start: half.start, end: half.end });
    day = addDays(half.end, 1);
  }
  return halves;
}

/** Net counts and pesos of one agent at one office in one half-month. */
export type Cost = { half: Day; companyId: number; agentId: number } & Sums;
export type Sums = { sales: number; bonusSales: number; php: bigint; newPhp: bigint };

/** Prices of one link to try. An absent one stays as it was paid. */
export type Trial = {
  payout?: number | undefined;
  bonusPayout?: number | undefined;
  countries: ReadonlyMap<string, number>;
  offices: ReadonlyMap<number, { payout?: number | undefined; bonusPayout?: number | undefined }>;
};
/** Countries and offices with their own price now, which do not get the usual one. */
export type OwnPrices = { countries: readonly string[]; offices: readonly number[]; bonusOffices: readonly number[] };

const measures = sql`sales, bonus_sales, payout, bonus_payout`;
const soldRows = (halves: Statement, { start, end }: Range, condition: Statement): Statement =>
  join(
    [
      sql`SELECT agent_id, company_id, day AS half, type_id, flags, geo, ${measures} FROM ${halves}`,
      sql`SELECT agent_id, company_id, ${halfMonthStart(sql`day`)} AS half, type_id, flags, geo, ${measures} FROM stats_delta`,
    ].map((select) => sql`${select} WHERE events > 0 AND day BETWEEN ${start}::date AND ${end}::date AND ${condition}`),
    sql` UNION ALL `,
  );

const text = (amount: number | undefined): string | null =>
  amount === undefined ? null : decimalText(toCents(amount));

/**
 * The cost of a link. A price to try applies to the sales that it would apply to today, in the order of prices: the
 * office's, for sales the country's, the usual one. Sales paid at an AVP tier or by their bonus, and corrections, stay
 * as they are.
 */
export function costsOfLink(typeId: number, range: Range, trial: Trial, own: OwnPrices): Promise<Cost[]> {
  const flags = sql`r.flags`;
  const offices = [...trial.offices];
  const countries = [...trial.countries];
  const newSale = sql`
    CASE WHEN ${isCorrection(flags)} OR ${isAvpOrPaidByBonus(flags)} THEN ${salePesos}
         WHEN o.payout IS NOT NULL THEN r.sales * o.payout
         WHEN r.company_id = ANY (${own.offices}::int[]) THEN r.payout
         WHEN c.payout IS NOT NULL THEN r.sales * c.payout
         WHEN r.geo = ANY (${own.countries}::text[]) THEN r.payout
         ELSE coalesce(r.sales * ${text(trial.payout)}::numeric, r.payout) END`;
  const newBonus = sql`
    CASE WHEN ${isCorrection(flags)} THEN r.bonus_payout
         WHEN o.bonus_payout IS NOT NULL THEN r.bonus_sales * o.bonus_payout
         WHEN r.company_id = ANY (${own.bonusOffices}::int[]) THEN r.bonus_payout
         ELSE coalesce(r.bonus_sales * ${text(trial.bonusPayout)}::numeric, r.bonus_payout) END`;
  const joins = sql`
    LEFT JOIN unnest(${offices.map(([id]) => id)}::int[], ${offices.map(([, { payout }]) => text(payout))}::numeric[],
      ${offices.map(([, { bonusPayout }]) => text(bonusPayout))}::numeric[]) AS o (company_id, payout, bonus_payout)
      ON o.company_id = r.company_id
    LEFT JOIN unnest(${countries.map(([geo]) => geo)}::text[], ${countries.map(([, payout]) => text(payout))}::numeric[])
      AS c (geo, payout) ON c.geo = r.geo`;
  const rows = soldRows(sql`stats_half_geo`, range, sql`type_id = ${typeId}`);
  return readCosts(range, rows, sql`${newSale} + ${newBonus}`, joins);
}

/** The cost of all AVP sites, bonuses included, at other tiers. Without tiers, all stays as it was paid. */
export function costsOfTiers(range: Range, tiers: readonly { from: number; payoutPhp: number }[]): Promise<Cost[]> {
  const rows = soldRows(sql`(SELECT *, '' AS geo FROM stats_half) AS halves`, range, isAvp());
  if (tiers.length === 0) return readCosts(range, rows, sql`${salePesos} + ${bonusPesos}`);
  const schedule = fixedSchedule(
    tiers.map(({ from }) => from),
    tiers.map(({ payoutPhp }) => decimalText(toCents(payoutPhp))),
  );
  const joins = sql`LEFT JOIN (${avpTiers(range, undefined, schedule)}) AS n ON n.agent_id = r.agent_id AND n.half = r.half`;
  return readCosts(range, rows, sql`${salePesosAt(sql`n`)} + ${bonusPesos}`, joins);
}

type Row = Omit<Cost, "php" | "newPhp"> & { php: string; newPhp: string };

async function readCosts(range: Range, rows: Statement, newPhp: Statement, joins = sql``): Promise<Cost[]> {
  const found = await queryRows<Row>(sql`
    SELECT r.half::text AS half, r.company_id AS "companyId", r.agent_id AS "agentId", sum(r.sales)::int AS sales,
      sum(r.bonus_sales)::int AS "bonusSales", sum(${salePesos} + ${bonusPesos})::numeric(16,2)::text AS php,
      sum(${newPhp})::numeric(16,2)::text AS "newPhp"
    FROM (${rows}) AS r
    LEFT JOIN (${avpTiers(range)}) AS t ON t.agent_id = r.agent_id AND t.half = r.half
    ${joins}
    GROUP BY r.half, r.company_id, r.agent_id`);
  return found.map((row) => ({ ...row, php: toCents(row.php), newPhp: toCents(row.newPhp) }));
}

const none: Sums = { sales: 0, bonusSales: 0, php: 0n, newPhp: 0n };
export const add = (a: Sums, b: Sums): Sums => ({
  sales: a.sales + b.sales,
  bonusSales: a.bonusSales + b.bonusSales,
  php: a.php + b.php,
  newPhp: a.newPhp + b.newPhp,
});

/** The sums of each key. */
export function sumsBy(costs: readonly Cost[], keyOf: (cost: Cost) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const cost of costs) sums.set(keyOf(cost), add(sums.get(keyOf(cost)) ?? none, cost));
  return sums;
}

/** Sums as figures in pesos. */
export const figuresOf = ({ sales, bonusSales, php, newPhp }: Sums = none) => ({
  ...{ sales, bonusSales, php: fromCents(php), newPhp: fromCents(newPhp) },
  difference: fromCents(newPhp - php),
});
