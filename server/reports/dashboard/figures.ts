import { z } from "zod";
import { abilities } from "../../accounts";
import { agentsEverIn } from "../../agents";
import { nothing, sql, type Statement } from "../../kernel/database/sql";
import { queryRowsPrepared } from "../../kernel/database/prepared";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import {
  addDays,
  type Day,
  dayOf,
  eachDay,
  lengthInDays,
  payPeriodId,
  periodOf,
  previous,
  progress,
} from "../../kernel/periods";
import type { Range } from "../../kernel/periods";
import { now } from "../../kernel/periods/now";
import { fromCents, toCents } from "../../kernel/text/money";
import { avpTiers, bonusPesos, salePesos } from "../../payroll";
import { paidBy } from "../sites-paid";
import { clickRows, type Filters, saleRows } from "../source";

// SQL by hand: sums over the roll-ups by day.

const TREND_DAYS = 30;

const names = ["today", "yesterday", "half", "lastHalf"] as const;
const counts = { raws: z.int(), uniques: z.int(), sales: z.int(), bonusSales: z.int(), php: z.number() };
/** Absent for accounts that do not see earnings. */
const dollars = { earn: z.number().optional(), bonusEarn: z.number().optional() };
const change = z.number();
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
    /** The compared days: as many as this period has so far, from the start of the period before, where it has as many. */
    before: z.object({ start: z.string(), end: z.string() }),
    /** The pay period, for half-months. Its statement has the same pesos. */
    periodId: z.int().optional(),
    /** Changes in per cent from the compared days. */
    progress: z.object({ ...changes, ...dollarChanges }),
  })
  .meta({ id: "Figures", description: "The figures of a time span, and the changes from as many days before it." });
export type Figures = z.output<typeof Figures>;

/** The figures of the account's own scope in four periods, and by day for a month. */
export const dashboardFigures = query({
  name: "reports.dashboardFigures",
  does: "read the dashboard",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    periods: z.array(Figures),
    trend: z.array(z.object({ date: z.string(), uniques: z.int(), sales: z.int() })),
  }),
  async run({ actor }) {
    const today = dayOf(now());
    const spans = spansAt(today);
    const month = { start: addDays(today, 1 - TREND_DAYS), end: today };
    const start = spans.map(({ before }) => before.start).reduce((a, b) => (a < b ? a : b), month.start);
    const agents = actor.companyId === null || actor.agentId !== null ? undefined : await agentsEverIn(actor.companyId);
    const days = await queryRowsPrepared<DayRow>(dailyFigures(actor, { start, end: today }, agents));
    const byDay = new Map(days.map((row) => [row.day, row]));
    return {
      periods: spans.map((span) => figuresOf(actor, days, span)),
      trend: eachDay(month).map((date) => {
        const { uniques = 0, sales = 0 } = byDay.get(date) ?? {};
        return { date, uniques, sales };
      }),
    };
  },
});

export type Span = { name: (typeof names)[number]; range: Range; before: Range };

/** Today, yesterday, the current half-month so far and the last one, each with the days that it is compared with. */
export function spansAt(today: Day): Span[] {
  const yesterday = addDays(today, -1);
  const half = periodOf(today, "beWeek");
  const lastHalf = previous(half, "beWeek");
  const day = (date: Day) => ({ start: date, end: date });
  const span = (name: Span["name"], range: Range, before: Range) => ({ name, range, before: sameDays(range, before) });
  return [
    span("today", day(today), day(yesterday)),
    span("yesterday", day(yesterday), day(addDays(yesterday, -1))),
    span("half", { start: half.start, end: today }, lastHalf),
    span("lastHalf", lastHalf, previous(lastHalf, "beWeek")),
  ];
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
  filters: Pick<Filters, "agentId"> = {},
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

export function figuresOf(
  actor: Actor,
  days: readonly DayRow[],
  { name, range, before }: Span,
): z.input<typeof Figures> {
  const [sums, earlier] = [sumOf(actor, days, range), sumOf(actor, days, before)];
  const changes = Object.keys(sums) as (keyof Sums)[];
  return {
    ...{ name, ...range, ...sums, before },
    ...(name === "half" || name === "lastHalf" ? { periodId: payPeriodId(range.start) } : {}),
    progress: Object.fromEntries(changes.map((key) => [key, changeBetween(earlier[key] ?? 0, sums[key] ?? 0)])) as Sums,
  };
}

/** Unlike the growth of counts, a rise from a negative sum of money is positive. */
const changeBetween = (then: number, now: number) => Math.sign(then || 1) * progress(then, now);

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
