import { z } from "zod";
import { one, rows } from "../../kernel/database/transactions";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { clicked } from "../source";
import { dollarsOf, type Part } from "../shape-paid";
import { dollarParts, halvesOfAll, poolOf } from "../sites-paid";
import { matchedClicks } from "./events";
import { matchedEvents } from "./events";
import { type Explained, FigureInput, ofLink, ofRow, readFigure } from "./question";
import { ClickBehind, clickShown, EventBehind, eventShown, type FoundClick, type FoundEvent } from "./shape";

// SQL by hand: recomputes a figure from its rows.

/** Clicks beyond this number are not counted one by one: the total is this limit, and the sum is that of the report. */
const COUNTED = 100_000;

export const Behind = z.object({
  kind: z.enum(["clicks", "events"]),
  items: z.array(z.union([EventBehind, ClickBehind])),
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
  input: FigureInput,
  output: Behind,
  run: async ({ actor }, input) => behind(actor, await readFigure(actor, input)),
});

export function behind(actor: Actor, asked: Explained): Promise<z.input<typeof Behind>> {
  const { measured } = asked;
  return measured.of === "clicks" ? clicksBehind(actor, asked, measured.unique) : eventsBehind(actor, asked, measured);
}

const names = (columns: Statement, asked: Explained): Statement => sql`
  SELECT page.*, sitename, typename, office_name AS "officeName",
    CASE WHEN deleted_at IS NULL THEN username ELSE 'deleted agent' END AS "agentUsername"${columns}
  FROM (SELECT * FROM matched ORDER BY at DESC, id DESC LIMIT ${asked.limit} OFFSET ${asked.offset}) AS page
  LEFT JOIN sites ON sites.id = page.site_id LEFT JOIN types ON types.id = page.type_id
  LEFT JOIN offices ON offices.id = page.company_id
  LEFT JOIN agents ON agents.id = page.agent_id LEFT JOIN accounts ON accounts.id = agents.account_id`;

async function clicksBehind(actor: Actor, asked: Explained, unique: boolean) {
  const clicks = matchedClicks(actor, asked, unique);
  const found = await rows<FoundClick>(sql`WITH ${clicks} ${names(sql``, asked)} ORDER BY page.at DESC, page.id DESC`);
  const counted = await one<{ total: number }>(sql`
    WITH ${clicks} SELECT count(*) AS total FROM (SELECT FROM matched LIMIT ${COUNTED + 1}) AS counted`);
  const total = counted?.total ?? 0;
  const items = found.map((row) => clickShown(actor, row));
  if (total <= COUNTED) return { kind: "clicks" as const, items, total, sum: total };
  return { kind: "clicks" as const, items, total: COUNTED, totalIsEstimate: true, sum: await reported(actor, asked) };
}

/** The number of clicks as the report shows it, from the roll-ups. */
async function reported(actor: Actor, asked: Explained): Promise<number> {
  const { days, measure } = asked;
  const reach = {
    range: days,
    byDay: false,
    only: all([poolOf(asked), ofRow(asked), ofLink(asked)]),
  };
  const sum = measure === "uniques" ? sql`sum(uniques)` : sql`sum(raws)`;
  const found = await one<{ sum: number }>(sql`SELECT ${sum} AS sum FROM (${clicked(actor, asked, reach)}) AS rows`);
  return found?.sum ?? 0;
}

type Totals = { total: number; sum: string; sales: number; bonusSales: number; tierSales: number | null };

async function eventsBehind(actor: Actor, asked: Explained, measured: Explained["measured"] & { of: "events" }) {
  const { measure } = asked;
  const events = matchedEvents(actor, asked, measured);
  const found = await rows<FoundEvent>(sql`
    WITH ${events}
    ${names(sql`, since AS "priceSince"`, asked)} LEFT JOIN prices ON prices.id = page.price_id
    ORDER BY page.at DESC, page.id DESC`);
  const totals = await one<Totals>(sql`
    WITH ${events}
    SELECT count(*) AS total, coalesce(sum(sales), 0) AS sales, coalesce(sum(bonus_sales), 0) AS "bonusSales",
      max(tier_sales) AS "tierSales",
      coalesce(sum(part), 0)::text AS sum
    FROM matched`);
  if (!totals) throw new Error("The rows were not counted.");
  const { total, sales, bonusSales, tierSales } = totals;
  const sum = measure === "payoutDollars" ? await dollars(events) : Number(totals.sum);
  const items = found.map((row) => eventShown(actor, row));
  if (measure === "bonusRatio") return { kind: "events" as const, items, total, sales, bonusSales };
  const elsewhere = measure === "agent_avp_sales_count" ? (tierSales ?? 0) - (sum ?? 0) : 0;
  return { kind: "events" as const, items, total, sum, ...(elsewhere ? { elsewhere } : {}) };
}

/** The dollars of all rows, rounded once; null if a needed rate is missing. */
async function dollars(events: Statement): Promise<number | null> {
  const found = await one<{ dollars: Part[] | null }>(sql`
    WITH ${events} ${dollarParts(sql`(${halvesOfAll(sql`matched`)}) AS halves`)}`);
  return dollarsOf(found?.dollars ?? []);
}
