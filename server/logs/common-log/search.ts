import { z } from "zod";
import { query } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
import { isoTime } from "../../kernel/periods";
import { holding } from "../../kernel/operation/roles";
import { readLog } from "../reader/read";
import { CommonCriteria, judgeCommon } from "./judge";
import { type CommonField, type CommonFound, commonLog } from "./kind";
import { CommonRow, commonRows } from "./row";

/** All calls and posted forms: who sent what from where, the response code and the changes. */
export const searchCommon = query({
  name: "logs.common",
  does: "read the common logs",
  allow: holding("SHOW_COMMON_LOGS"),
  mayLag: true,
  input: CommonCriteria,
  output: List(CommonRow).extend({
    /** The search took too long and stopped at the rows of this time. */
    cutOffAt: z.string().optional(),
  }),
  async run({ actor }, criteria) {
    const { question } = await judgeCommon(actor, criteria);
    const { items, cutOffAt, ...counted } = await readLog<CommonFound, CommonField>(commonLog, question);
    return { items: await commonRows(actor, items), ...counted, cutOffAt: cutOffAt && isoTime(cutOffAt) };
  },
});
