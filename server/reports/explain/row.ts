import { z } from "zod";
import { query } from "../../kernel/operation";
import { type Actor, atLeast } from "../../kernel/roles";
import { Column, columnsOf } from "../columns";
import { groupings } from "../query";
import type { SitesAnswer } from "../shape";
import { siteReport } from "../sites";
import { type AskedRow, readRow, RowForm, siteReports } from "./question";

/** As many days as a payout period has, and more: one row for each. */
const DAYS = 31;

const number = z.int().optional();
const criteriaShown = z.object({
  groupBy: z.enum(groupings),
  ...{ siteId: number, typeId: number, companyId: number, agentId: number, avp: number },
  ...{ geo: z.string().optional(), start: z.string(), end: z.string() },
});

/**
 * All figures of one row of a report, or of its total, each to open the rows behind it: what a report shows side by side
 * in more columns than a page can make open (LEDGER-09). A row that is not there any more has no figures.
 */
export const rowScreen = query({
  name: "reports.rowScreen",
  does: "open a row of a report",
  allow: atLeast("agent"),
  mayLag: true,
  input: RowForm,
  output: z.object({
    report: z.enum(siteReports),
    /** Of the report's screen. */
    title: z.string(),
    columns: z.array(Column),
    /** By the key of a column; of the total under its own key. */
    figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()]).optional()),
    row: z.object({ date: z.string().optional(), companyId: z.int().optional(), agentId: z.int().optional() }),
    /** The criteria of the report, to open figures with. */
    asked: criteriaShown,
    chosen: z.record(z.string(), z.string().optional()),
    /** Of the row. */
    days: z.object({ start: z.string(), end: z.string() }),
    print: z.boolean(),
  }),
  async run({ actor }, { print, ...input }) {
    const asked = await readRow(actor, input);
    const row = { date: input.rowDate, companyId: input.rowCompanyId, agentId: input.rowAgentId };
    const { columns, figures } = await figuresOf(actor, asked, row);
    const { variant, days, chosen, groupBy, siteId, typeId, companyId, agentId, geo, tier, range } = asked;
    return {
      ...{ report: input.report, title: variant.title, columns, figures, row, days, print },
      asked: { groupBy, siteId, typeId, companyId, agentId, geo, avp: tier, ...range },
      chosen: { ...chosen, ...rowNames(figures) },
    };
  },
});

type Figures = Record<string, string | number | null | undefined>;
type Row = { date?: string; companyId?: number; agentId?: number };

/** What tells the rows of each grouping apart. */
const keysOf = { date: ["date"], company: ["companyId"], agent: ["agentId"], detail: ["date", "agentId"] } as const;

async function figuresOf(actor: Actor, asked: AskedRow, row: Row) {
  const narrowed = { ...asked, ...narrowing(asked), limit: DAYS, offset: 0 };
  const { answer } = await siteReport(actor, narrowed);
  const keys = keysOf[asked.groupBy];
  const isWhole = Object.values<unknown>(row).every((value) => value === undefined);
  const own = isWhole
    ? totalsOf(answer)
    : answer.page.items.find((item) => keys.every((key) => item[key] === row[key]));
  const columns = columnsOf(actor, narrowed, answer).filter(({ total, kind }) => total ?? kind === "count");
  return { columns, figures: contradicted(asked) ? {} : ((own ?? {}) as Figures) };
}

/** The report of the row alone. Only of a payout period does it stay the whole, for tiers are its own: its day is found then. */
const narrowing = ({ row, days, range, companyId, agentId, variant }: AskedRow) => ({
  companyId: row.companyId ?? companyId,
  agentId: row.agentId ?? agentId,
  range: variant.avp ? range : days,
});

/** A report of one office has no row of another. */
const contradicted = ({ row, companyId, agentId }: AskedRow): boolean =>
  (companyId !== undefined && row.companyId !== undefined && companyId !== row.companyId) ||
  (agentId !== undefined && row.agentId !== undefined && agentId !== row.agentId);

/** Totals have other names for some figures. */
const totalsOf = ({ overall: { lpp_prev, earning, bonusEarning, ...others } }: SitesAnswer) => ({
  ...others,
  ...{ lppPrev: lpp_prev, earn: earning, bonusEarn: bonusEarning },
});

/** Of the row's office and agent, as far as the account sees names. */
const rowNames = ({ officeName, agent }: Figures) => ({
  ...(officeName ? { office: String(officeName) } : {}),
  ...(agent ? { agent: String(agent) } : {}),
});
