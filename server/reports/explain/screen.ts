import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { requireSite } from "../../sites";
import { findType } from "../../types";
import { PRINT_LIMIT } from "../sites-form";
import { FigureRows, figureRows } from "./explain";
import { type FigureQuery, FigureForm, readFigure, reportNames } from "./figure-query";

/** `explain` for its screen, with the names of the chosen criteria. */
export const explainScreen = query({
  name: "reports.explainScreen",
  does: "open the rows behind a figure",
  allow: atLeast("agent"),
  mayLag: true,
  heavy: true,
  input: FigureForm,
  output: z.object({
    rows: FigureRows,
    report: z.enum(reportNames),
    /** Title of the report's screen. */
    title: z.string(),
    /** The key of the figure; `typename` is the name of the link, and `sitename` of its site, if it is a link's figure. */
    measure: z.string(),
    typename: z.string().optional(),
    sitename: z.string().optional(),
    chosen: z.record(z.string(), z.string().optional()),
    start: z.string(),
    end: z.string(),
    page: z.int(),
    pageSize: z.int(),
    print: z.boolean(),
  }),
  async run({ actor }, { print, figures, ...input }) {
    const baseQuery = await readFigure(actor, input);
    const figureQuery = print ? { ...baseQuery, limit: PRINT_LIMIT, offset: 0 } : baseQuery;
    const rows = figures ? await figureRows(actor, figureQuery) : NO_ROWS;
    const { limit, offset, days, chosen, geo } = figureQuery;
    return {
      rows,
      ...{ report: input.report, title: figureQuery.variant.title, measure: input.measure },
      ...(await linkNames(actor, figureQuery.measured.typeId)),
      chosen: { ...chosen, ...rowNames(figureQuery.row, rows.items), geo, basis: figureQuery.basis },
      print,
      ...{ start: days.start, end: days.end, page: offset / limit + 1, pageSize: limit },
    };
  },
});

const NO_ROWS = { kind: "events" as const, items: [], total: 0 };

/** Names of the row's office and agent. They come from its rows, so that no name is disclosed to other accounts. */
function rowNames({ companyId, agentId }: FigureQuery["row"], items: z.input<typeof FigureRows>["items"]) {
  const [first] = items;
  return {
    ...(companyId !== undefined && first?.officeName ? { office: first.officeName } : {}),
    ...(agentId !== undefined && first?.agentUsername ? { agent: first.agentUsername } : {}),
  };
}

async function linkNames(actor: Actor, id: number | undefined) {
  const type = id === undefined ? undefined : await findType(actor, id);
  return type ? { typename: type.typename, sitename: (await requireSite(actor, type.siteId)).sitename } : {};
}
