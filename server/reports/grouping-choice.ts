import { z } from "zod";
import { ColumnChoice } from "~models";
import { command } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";

/** Reports that open by office or by agent, as the account chose. */
const reports = ["top-agents", "office-performance"] as const;
type Report = (typeof reports)[number];

export const groupings = ["company", "agent"] as const;
export type Grouping = (typeof groupings)[number];
export const Grouping = z.enum(groupings, "Please choose one from the list.");

/** The grouping in which the account wants a report to open; undefined for the usual one. */
export async function chosenGrouping({ accountId }: Actor, report: Report): Promise<Grouping | undefined> {
  const choice = await ColumnChoice.findOne({ where: { accountId, report }, attributes: ["groupBy"] });
  return Grouping.safeParse(choice?.groupBy).data;
}

/** Opens a report by office or by agent for this account from now on; without `groupBy` in its usual grouping. */
export const chooseGrouping = command({
  name: "reports.chooseGrouping",
  does: "change your choice of grouping",
  allow: atLeast("company"),
  type: "UPDATE",
  input: z.object({
    report: z.enum(reports, "Please choose one from the list."),
    groupBy: Grouping.optional(),
  }),
  output: z.object({ groupBy: Grouping.nullable() }),
  async run({ actor: { accountId } }, { report, groupBy = null }) {
    if (groupBy) await ColumnChoice.upsert({ accountId, report, hidden: [], groupBy });
    else await ColumnChoice.destroy({ where: { accountId, report } });
    return { groupBy };
  },
});
