import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { type Actor, atLeast } from "../../kernel/operation/roles";
import { choiceKey, hiddenColumns, isAlwaysShown } from "../column-choice";
import { columnsOf } from "../columns";
import { siteReport } from "../sites";
import { siteReports } from "../variants";
import { readRow, RowForm, type RowQuery } from "./figure-query";

const Choice = z.object({
  key: z.string(),
  label: z.string(),
  /** The site of a link. */
  site: z.string().optional(),
  shown: z.boolean(),
  /** It cannot be left out. */
  fixed: z.boolean(),
});

/** The columns of a report with its criteria, and which of them the account leaves out. A link is one choice. */
export const columnsScreen = query({
  name: "reports.columnsScreen",
  does: "choose the columns of a report",
  allow: atLeast("agent"),
  mayLag: true,
  input: RowForm,
  output: z.object({
    report: z.enum(siteReports),
    /** Title of the report's screen. */
    title: z.string(),
    choices: z.array(Choice),
  }),
  async run({ actor }, { figures: isWanted, print: _, ...input }) {
    const sitesQuery = await readRow(actor, input);
    const choices = isWanted ? await choicesOf(actor, sitesQuery) : [];
    return { report: input.report, title: sitesQuery.variant.title, choices };
  },
});

async function choicesOf(actor: Actor, sitesQuery: RowQuery): Promise<z.input<typeof Choice>[]> {
  const { variant } = sitesQuery;
  const { answer } = await siteReport(actor, { ...sitesQuery, limit: 1, offset: 0 });
  const columns = await columnsOf(actor, sitesQuery, answer);
  const hidden = await hiddenColumns(actor, variant.path);
  const choices = columns.map((column) => {
    const key = choiceKey(column);
    const label = column.site ? column.label : [column.label, column.sub].filter(Boolean).join(" ");
    return { key, label, site: column.site?.name, shown: !hidden.has(key), fixed: isAlwaysShown(variant, key) };
  });
  // The columns of one link have the same key.
  return [...new Map(choices.map((choice) => [choice.key, choice])).values()];
}
