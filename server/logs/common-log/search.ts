import { z } from "zod";
import { query } from "../../kernel/operation";
import { List } from "../../kernel/page";
import { isoTime } from "../../kernel/periods";
import { holding } from "../../kernel/roles";
import { readLog } from "../reader/read";
import { CommonCriteria, judgeCommon } from "./judge";
import { type CommonField, type CommonFound, commonLog } from "./kind";
import { CommonRow, commonRows } from "./row";

/** Every call and every posted form: who sent what, from where, what came of it and what it changed. */
export const searchCommon = query({
  name: "logs.common",
  does: "read the common logs",
  allow: holding("SHOW_COMMON_LOGS"),
  mayLag: true,
  input: CommonCriteria,
  output: List(CommonRow).extend({
    /** A search that took too long went no further than to the rows of this time. */
    cutOffAt: z.string().optional(),
  }),
  async run({ actor }, criteria) {
    const { question } = await judgeCommon(actor, criteria);
    const { items, cutOffAt, ...counted } = await readLog<CommonFound, CommonField>(commonLog, question);
    return { items: await commonRows(actor, items), ...counted, cutOffAt: cutOffAt && isoTime(cutOffAt) };
  },
});
