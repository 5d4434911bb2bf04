import { z } from "zod";
import { queryOne, queryRows } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { cutTotal, totalOrNull } from "../../kernel/operation/page";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { withCtes } from "../ctes";
import { clickRows } from "../source";
import { dollarsOf, type Part } from "../shape-paid";
import { dollarParts, halvesOfAll, tierCondition } from "../sites-paid";
import { type Matched, matchedClicks, matchedEvents } from "./events";
import { type FigureQuery, FigureInput, linkCondition, rowCondition, readFigure } from "./figure-query";
import {
  ExplainedClick,
  toExplainedClick,
  ExplainedEvent,
  toExplainedEvent,
  type ClickRecord,
  type EventRecord,
} from "./shape";

/** Clicks beyond this number are not counted one by one: the total is this limit, and the sum is that of the report. */
export const MAX_COUNTED = 100_000;

export const FigureRows = z.object({
  kind: z.enum(["clicks", "events"]),
  items: z.array(z.union([ExplainedEvent, ExplainedClick])),
  total: z.int(),
  totalIsEstimate: z.boolean().optional(),
  /** The sum of all rows: a count, pesos or dollars; null for dollars without a rate. Absent for a ratio. */
  sum: z.number().nullable().optional(),
  /** Ratios only: the two counts of the ratio. */
  sales: z.int().optional(),
  bonusSales: z.int().optional(),
  /** Sales that count for the agent's tier but were made at offices that the account may not see. */
  elsewhere: z.int().optional(),
});

/** The clicks or events behind a figure of a report, newest first, with the contribution of each event (LEDGER-09). */
export const explain = query({
  name: "reports.explain",
  does: "open the rows behind a figure",
  allow: atLeast("agent"),
  mayLag: true,
  heavy: true,
  input: FigureInput,
  output: FigureRows.omit({ totalIsEstimate: true }).extend(cutTotal),
  async run({ actor }, input) {
    const figure = await readFigure(actor, input);
    const { items, total, totalIsEstimate, ...sums } = await figureRows(actor, { ...figure, limit: figure.limit + 1 });
    const shown = items.slice(0, figure.limit);
    return { ...sums, items: shown, ...totalOrNull({ total, totalIsEstimate }, items.length > shown.length) };
  },
});

export function figureRows(actor: Actor, figureQuery: FigureQuery): Promise<z.input<typeof FigureRows>> {
  const { measured } = figureQuery;
  return measured.of === "clicks"
    ? explainClicks(actor, figureQuery, measured.unique)
    : explainEvents(actor, figureQuery, measured);
}

const withNames = (columns: Statement, figureQuery: FigureQuery, { matched }: Matched): Statement => sql`
  SELECT page.*, sitename, typename, office_name AS "officeName",
    CASE WHEN deleted_at IS NULL THEN username ELSE 'deleted agent' END AS "agentUsername"${columns}
  FROM (SELECT * FROM ${matched.name} ORDER BY at DESC, id DESC LIMIT ${figureQuery.limit} OFFSET ${figureQuery.offset}) AS page
  LEFT JOIN sites ON sites.id = page.site_id LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id LEFT JOIN accounts ON accounts.id = agents.account_id`;

/** The rows of one page, without their totals. */
export const figureItems = (actor: Actor, figureQuery: FigureQuery): Promise<Items> =>
  figureQuery.measured.of === "clicks"
    ? clickItems(actor, figureQuery, matchedClicks(actor, figureQuery, figureQuery.measured.unique))
    : eventItems(actor, figureQuery, matchedEvents(actor, figureQuery, figureQuery.measured));
type Items = z.input<typeof FigureRows>["items"];

async function clickItems(actor: Actor, figureQuery: FigureQuery, clicks: Matched) {
  const page = sql`${withNames(sql``, figureQuery, clicks)} ORDER BY page.at DESC, page.id DESC`;
  const records = await queryRows<ClickRecord>(withCtes(clicks.ctes, page));
  return records.map((row) => toExplainedClick(actor, row));
}

async function eventItems(actor: Actor, figureQuery: FigureQuery, events: Matched) {
  const page = sql`
    ${withNames(sql`, since AS "priceSince"`, figureQuery, events)} LEFT JOIN prices ON prices.id = page.price_id
    ORDER BY page.at DESC, page.id DESC`;
  const records = await queryRows<EventRecord>(withCtes(events.ctes, page));
  return records.map((row) => toExplainedEvent(actor, row));
}

async function explainClicks(actor: Actor, figureQuery: FigureQuery, unique: boolean) {
  const clicks = matchedClicks(actor, figureQuery, unique);
  const items = await clickItems(actor, figureQuery, clicks);
  const { matched, ctes } = clicks;
  const count = sql`SELECT count(*) AS total FROM (SELECT 1 FROM ${matched.name} LIMIT ${MAX_COUNTED + 1}) AS counted`;
  const counted = await queryOne<{ total: number }>(withCtes(ctes, count));
  const total = counted?.total ?? 0;
  if (total <= MAX_COUNTED) return { kind: "clicks" as const, items, total, sum: total };
  return {
    kind: "clicks" as const,
    items,
    total: MAX_COUNTED,
    totalIsEstimate: true,
    sum: await reportedTotal(actor, figureQuery),
  };
}

/** The number of clicks as the report shows it, from the roll-ups. */
async function reportedTotal(actor: Actor, figureQuery: FigureQuery): Promise<number> {
  const { days, measure } = figureQuery;
  const reach = {
    range: days,
    byDay: false,
    only: all([tierCondition(figureQuery), rowCondition(figureQuery), linkCondition(figureQuery)]),
  };
  const sum = measure === "uniques" ? sql`sum(uniques)` : sql`sum(raws)`;
  const row = await queryOne<{ sum: number }>(
    sql`SELECT ${sum} AS sum FROM (${clickRows(actor, figureQuery, reach)}) AS rows`,
  );
  return row?.sum ?? 0;
}

type Totals = { total: number; sum: string; sales: number; bonusSales: number; tierSales: number | null };

async function explainEvents(
  actor: Actor,
  figureQuery: FigureQuery,
  measured: FigureQuery["measured"] & { of: "events" },
) {
  const { measure } = figureQuery;
  const events = matchedEvents(actor, figureQuery, measured);
  const items = await eventItems(actor, figureQuery, events);
  const sums = sql`
    SELECT count(*) AS total, coalesce(sum(sales), 0) AS sales, coalesce(sum(bonus_sales), 0) AS "bonusSales",
      max(tier_sales) AS "tierSales",
      coalesce(sum(part), 0)::text AS sum
    FROM ${events.matched.name}`;
  const totals = await queryOne<Totals>(withCtes(events.ctes, sums));
  if (!totals) throw new Error("The rows were not counted.");
  const { total, sales, bonusSales, tierSales } = totals;
  const sum = measure === "payoutDollars" ? await dollars(events) : Number(totals.sum);
  if (measure === "bonusRatio") return { kind: "events" as const, items, total, sales, bonusSales };
  const elsewhere = measure === "agent_avp_sales_count" ? (tierSales ?? 0) - (sum ?? 0) : 0;
  return { kind: "events" as const, items, total, sum, ...(elsewhere ? { elsewhere } : {}) };
}

/** The dollars of all rows, rounded once; null if a needed rate is missing. */
async function dollars({ matched, ctes }: Matched): Promise<number | null> {
  const parts = dollarParts(sql`(${halvesOfAll(matched.name)}) AS halves`);
  const row = await queryOne<{ dollars: Part[] | null }>(withCtes(ctes, parts));
  return dollarsOf(row?.dollars ?? []);
}
