import { z } from "zod";
import { abilities } from "../../accounts";
import { agentsEverIn } from "../../agents";
import { nothing, sql, type Statement } from "../../kernel/database/sql";
import { together } from "../../kernel/database/statements";
import { queryRows } from "../../kernel/database/transactions";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { addDays, type Day, dayOf, eachDay, sameTimeOn } from "../../kernel/time";
import { lengthInDays, payPeriodId, periodOf, previous, progress } from "../../trade/periods";
import type { Range } from "../../trade/periods";
import { now } from "../../kernel/time/now";
import { fromCents, toCents } from "../../kernel/text/money";
import { avpTiers, bonusPesos, salePesos } from "../../payroll";
import { paidBy } from "../sites-paid";
import { clickRows, type Filters, saleRows } from "../source";
import { figuresUntil, MAX_CLICKS_COUNTED } from "./part-of-day";

const TREND_DAYS = 30;

const names = ["today", "yesterday", "half", "lastHalf"] as const;
const counts = { raws: z.int(), uniques: z.int(), sales: z.int(), bonusSales: z.int(), php: z.number() };
/** Absent for accounts that do not see earnings. */
const dollars = { earn: z.number().optional(), bonusEarn: z.number().optional() };
const compared = { ...counts, raws: z.int().nullable(), uniques: z.int().nullable() };
const change = z.number().nullable();
const changes = { raws: change, uniques: change, sales: change, bonusSales: change, php: change };
const dollarChanges = { earn: change.optional(), bonusEarn: change.optional() };

export const Figures = z
  .object({
    name: z.enum(names),
    start: z.string(),
    /** Today for the current half-month, which counts so far. */
    end: z.string(),
    ...counts,
    ...dollars,
    /**
     * The compared days: as many as this period has so far, from the start of the period before, where it has as many.
     * While the period continues, the last of them counts until `until`, when New York's clocks read the same as now.
     */
    before: z.object({ start: z.string(), end: z.string(), until: z.iso.datetime().nullable() }),
    /** The pay period, for half-months. Its statement has the same pesos. */
    periodId: z.int().optional(),
    /** The figures of the compared days; null for clicks that are too many to be counted until a time of day. */
    compared: z.object({ ...compared, ...dollars }),
    /** Changes in per cent from the compared figures; null from one that is unknown, zero or negative. */
    progress: z.object({ ...changes, ...dollarChanges }),
  })
  .meta({ id: "Figures", description: "The figures of a time span, and the changes from as many days before it." });
export type Figures = z.output<typeof Figures>;

/** The figures of the account's own scope in four periods, and by day for a month. */
export const dashboardFigures = query({
  name: "reports.dashboardFigures",
  countsClicks: true,
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    periods: z.array(Figures),
    trend: z.array(z.object({ date: z.string(), ...counts, ...dollars })),
  }),
  async run({ actor }) {
    const today = dayOf(now());
    const spans = spansAt(now());
    const month = { start: addDays(today, 1 - TREND_DAYS), end: today };
    const agents = actor.companyId === null || actor.agentId !== null ? undefined : await agentsEverIn(actor.companyId);
    const { days, periods } = await figuresOfSpans(actor, spans, month.start, agents);
    const trend = eachDay(month).map((date) => ({ date, ...sumOf(actor, days, { start: date, end: date }) }));
    return { periods, trend };
  },
});

export type Span = { name: (typeof names)[number]; range: Range; before: Range; until: Date | null };

/**
 * Today, yesterday, the current half-month so far and the last one, each with the days that it is compared with. Today
 * is not over: of the last day that it is compared with, only the part until the same time counts.
 */
export function spansAt(moment: Date): Span[] {
  const today = dayOf(moment);
  const yesterday = addDays(today, -1);
  const half = periodOf(today, "beWeek");
  const lastHalf = previous(half, "beWeek");
  const day = (date: Day) => ({ start: date, end: date });
  const span = (name: Span["name"], range: Range, period: Range): Span => {
    const before = sameDays(range, period);
    const goesOn = range.end === today && lengthInDays(before) === lengthInDays(range);
    return { name, range, before, until: goesOn ? sameTimeOn(before.end, moment) : null };
  };
  return [
    span("today", day(today), day(yesterday)),
    span("yesterday", day(yesterday), day(addDays(yesterday, -1))),
    span("half", { start: half.start, end: today }, lastHalf),
    span("lastHalf", lastHalf, previous(lastHalf, "beWeek")),
  ];
}

/** The figures of each span, and those of the days that they cover, from `first` at the latest until today. */
export async function figuresOfSpans(
  actor: Actor,
  spans: readonly Span[],
  first: Day,
  agentIds?: readonly number[],
  filters: Pick<Filters, "agentId" | "companyId"> = {},
): Promise<{ days: DayRow[]; periods: z.input<typeof Figures>[] }> {
  const start = spans.map(({ before }) => before.start).reduce((a, b) => (a < b ? a : b), first);
  const range = { start, end: dayOf(now()) };
  const cut = spans.flatMap(({ until }) => until ?? []);
  const [days, ...parts] = await together(
    queryRows<DayRow>(dailyFigures(actor, range, agentIds, filters), { plan: "prepared" }),
    ...cut.map((until) => queryRows<DayRow>(figuresUntil(actor, until, agentIds, filters), { plan: "prepared" })),
  );
  const rowsBefore = ({ before, until }: Span): DayRow[] => {
    const part = until === null ? undefined : parts[cut.indexOf(until)];
    return part ? [...days.filter(({ day }) => day < before.end), ...part] : days;
  };
  return { days, periods: spans.map((span) => figuresOf(actor, days, rowsBefore(span), span)) };
}

/** The first days of `period`, as many as `range` has; all of them if it has fewer. */
export function sameDays(range: Range, period: Range): Range {
  const end = addDays(period.start, lengthInDays(range) - 1);
  return { start: period.start, end: end < period.end ? end : period.end };
}

export type DayRow = {
  day: Day;
  raws: number;
  uniques: number;
  sales: number;
  bonusSales: number;
  earn: string;
  bonusEarn: string;
  php: string;
};

/**
 * Clicks, sales and pesos of each day, as the site reports and the payroll count them. Clicks of all agents come from
 * the roll-up without agents; sales by link are few, and their tiers are those of whole half-months. `agentIds`, if
 * given, has every agent of the account's scope: their rows are found by the primary key, instead of by day among
 * those of the whole network.
 */
export function dailyFigures(
  actor: Actor,
  range: Range,
  agentIds?: readonly number[],
  filters: Pick<Filters, "agentId" | "companyId"> = {},
): Statement {
  const reach = { range, byDay: true, only: agentIds && sql`agent_id = ANY(${[...agentIds]}::int[])` };
  const agentId = filters.agentId ?? actor.agentId;
  const ofAgent = agentId === null ? nothing : sql`AND agent_id = ${agentId}`;
  // Clicks and sales are summed apart: a sum over both would add zeros to seven sums for each row.
  return sql`
    WITH tiers AS MATERIALIZED (${avpTiers(range, ofAgent)})
    SELECT day::text AS day, sum(raws)::int AS raws, sum(uniques)::int AS uniques, sum(sales)::int AS sales,
      sum(bonus_sales)::int AS "bonusSales", sum(earning)::text AS earn, sum(bonus_earning)::text AS "bonusEarn",
      sum(php)::text AS php
    FROM (
      SELECT day, sum(raws) AS raws, sum(uniques) AS uniques,
        0 AS sales, 0 AS bonus_sales, 0 AS earning, 0 AS bonus_earning, 0 AS php
      FROM (${clickRows(actor, filters, { ...reach, withClicksOnly: true }, "nobody")}) AS clicks GROUP BY day
      UNION ALL
      SELECT r.day, 0, 0, sum(r.sales), sum(r.bonus_sales), sum(r.earning), sum(r.bonus_earning),
        sum(${salePesos} + ${bonusPesos})
      FROM (${saleRows(actor, filters, reach, paidBy)}) AS r
      LEFT JOIN tiers AS t ON t.agent_id = r.agent_id AND t.half = r.half GROUP BY r.day
    ) AS rows GROUP BY day`;
}

function figuresOf(
  actor: Actor,
  days: readonly DayRow[],
  daysBefore: readonly DayRow[],
  { name, range, before, until }: Span,
): z.input<typeof Figures> {
  const [sums, earlier] = [sumOf(actor, days, range), sumOf(actor, daysBefore, before)];
  const areClicksCut = until !== null && daysBefore.some(({ raws }) => raws > MAX_CLICKS_COUNTED);
  const compared = { ...earlier, ...(areClicksCut ? { raws: null, uniques: null } : {}) };
  const keys = Object.keys(sums) as (keyof Sums)[];
  return {
    ...{ name, ...range, ...sums, before: { ...before, until: until?.toISOString() ?? null }, compared },
    ...(name === "half" || name === "lastHalf" ? { periodId: payPeriodId(range.start) } : {}),
    progress: Object.fromEntries(keys.map((key) => [key, changeBetween(compared[key], sums[key])])) as Changes,
  };
}
type Changes = z.input<typeof Figures>["progress"];

/** No percentage says anything about a rise from nothing or from a negative sum. */
export const changeBetween = (then: number | null = 0, now = 0): number | null =>
  then !== null && then > 0 ? progress(then, now) : null;

type Sums = Record<keyof typeof counts, number> & Partial<Record<keyof typeof dollars, number>>;

function sumOf(actor: Actor, days: readonly DayRow[], { start, end }: Range): Sums {
  const rows = days.filter(({ day }) => start <= day && day <= end);
  const count = (key: "raws" | "uniques" | "sales" | "bonusSales") => rows.reduce((sum, row) => sum + row[key], 0);
  const money = (key: "earn" | "bonusEarn" | "php") =>
    fromCents(rows.reduce((sum, row) => sum + toCents(row[key]), 0n));
  return {
    ...{ raws: count("raws"), uniques: count("uniques"), sales: count("sales"), bonusSales: count("bonusSales") },
    php: money("php"),
    ...(abilities(actor).seeEarning ? { earn: money("earn"), bonusEarn: money("bonusEarn") } : {}),
  };
}
