import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { Column, columnsOf } from "../columns";
import { answerKeyOf, groupings, isFurther } from "../group-keys";
import type { SitesAnswer } from "../sites-answer";
import { siteReport } from "../sites";
import { siteReports } from "../variants";
import { readRow, requireOpening, RowForm, type RowQuery } from "./figure-query";

/** Maximum number of rows that are read: more than the days of a payout period, each of which may be a row. */
const DAYS = 31;

const number = z.int().optional();
const criteriaShown = z.object({
  groupBy: z.enum(groupings),
  then: z.enum(groupings).optional(),
  ...{ siteId: number, typeId: number, companyId: number, agentId: number, avp: number },
  ...{ geo: z.string().optional(), start: z.string(), end: z.string() },
});

/**
 * All figures of one row of a report, or of its total, with which the rows behind each figure can be opened. The report
 * itself has too many columns to offer that in every cell (LEDGER-09). A row that no longer exists has no figures.
 */
export const rowScreen = query({
  name: "reports.rowScreen",
  does: "open a row of a report",
  allow: atLeast("agent"),
  mayLag: true,
  heavy: true,
  input: RowForm,
  output: z.object({
    report: z.enum(siteReports),
    /** Title of the report's screen. */
    title: z.string(),
    columns: z.array(Column),
    /** Keyed by column key, in totals as well as in rows. */
    figures: z.record(z.string(), z.union([z.string(), z.number(), z.null()]).optional()),
    row: z.object({ date: z.string().optional(), companyId: z.int().optional(), agentId: z.int().optional() }),
    /** The criteria of the report, for the links that open its figures. */
    asked: criteriaShown,
    chosen: z.record(z.string(), z.string().optional()),
    /** The day of the row, or the range of the report. */
    days: z.object({ start: z.string(), end: z.string() }),
    print: z.boolean(),
  }),
  async run({ actor }, { print, figures: isWanted, ...input }) {
    requireOpening(input);
    const rowQuery = await readRow(actor, input);
    const row = { date: input.rowDate, companyId: input.rowCompanyId, agentId: input.rowAgentId };
    const { columns, figures } = isWanted ? await figuresOf(actor, rowQuery, row) : { columns: [], figures: {} };
    const { variant, days, chosen, groupBy, then, siteId, typeId, companyId, agentId, geo, tier, range } = rowQuery;
    return {
      ...{ report: input.report, title: variant.title, columns, figures, row, days, print },
      asked: { groupBy, then, siteId, typeId, companyId, agentId, geo, avp: tier, ...range },
      chosen: { ...chosen, ...rowNames(figures) },
    };
  },
});

type Figures = Record<string, string | number | null | undefined>;
type Row = { date?: string; companyId?: number; agentId?: number };

async function figuresOf(actor: Actor, rowQuery: RowQuery, row: Row) {
  const sitesQuery = { ...rowQuery, ...rowFilters(rowQuery), limit: DAYS, offset: 0 };
  const { answer } = await siteReport(actor, sitesQuery);
  // Links and countries are among the filters.
  const keys = rowQuery.keys.filter((key) => !isFurther(key)).map((key) => answerKeyOf(key) as keyof Row);
  const isWhole = Object.values<unknown>(row).every((value) => value === undefined);
  const own = isWhole
    ? totalsOf(answer)
    : answer.page.items.find((item) => keys.every((key) => item[key] === row[key]));
  const columns = (await columnsOf(actor, sitesQuery, answer)).filter(({ total, kind }) => total ?? kind === "count");
  return { columns, figures: isContradictory(rowQuery) ? {} : ((own ?? {}) as Figures) };
}

/**
 * Narrows the report to the row. AVP reports keep the whole payout period, because tiers belong to it; the row is then
 * found by its day.
 */
const rowFilters = ({ row, days, range, companyId, agentId, variant }: RowQuery) => ({
  companyId: row.companyId ?? companyId,
  agentId: row.agentId ?? agentId,
  range: variant.avp ? range : days,
});

/** True if the row's office or agent is not the one that the report is filtered by, so that no such row exists. */
const isContradictory = ({ row, companyId, agentId }: RowQuery): boolean =>
  (companyId !== undefined && row.companyId !== undefined && companyId !== row.companyId) ||
  (agentId !== undefined && row.agentId !== undefined && agentId !== row.agentId);

/** The totals under the keys of rows; some of their own keys differ. */
const totalsOf = ({ overall: { lpp_prev, earning, bonusEarning, ...others } }: SitesAnswer) => ({
  ...others,
  ...{ lppPrev: lpp_prev, earn: earning, bonusEarn: bonusEarning },
});

/** Names of the row's office and agent, if the account may see them. */
const rowNames = ({ officeName, agent }: Figures) => ({
  ...(officeName ? { office: String(officeName) } : {}),
  ...(agent ? { agent: String(agent) } : {}),
});
