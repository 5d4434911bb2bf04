import { z } from "zod";
import { PaymentRun } from "~models";
import { sql, type Statement } from "../../kernel/database/sql";
import { Ids } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { cursorAnswer, cursorInput, followById } from "../../kernel/operation/cursor";
import { limit, List, orderBy, Paging } from "../../kernel/operation/page";
import { noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { readRuns, RunOutput } from "./run";

const FIELDS = ["id", "periodId", "madeAt"] as const;
const columns: Record<(typeof FIELDS)[number], Statement> = {
  id: sql`r.id`,
  periodId: sql`r.period_id`,
  madeAt: sql`r.made_at`,
};

/** Payment runs, by default the newest first. */
export const searchRuns = query({
  name: "payroll.searchRuns",
  does: "read payment runs",
  allow: atLeast("admin"),
  input: Paging(FIELDS, "id", false).extend(cursorInput),
  output: List(RunOutput).extend({
    ...{ page: z.int(), pageSize: z.int(), sortField: z.string(), sortAsc: z.boolean() },
    ...cursorAnswer,
  }),
  async run(_call, { after, ...input }) {
    if (after !== undefined) {
      const read = (above: number, most: number) => readRuns(sql`r.id > ${above}`, sql`ORDER BY r.id LIMIT ${most}`);
      const { rows, ...counted } = await followById("runs", { ...input, after }, ({ id }) => id, read);
      return { items: rows, ...counted, ...input };
    }
    const items = await readRuns(sql`TRUE`, sql`${orderBy(columns, input, sql`r.id`)} ${limit(input)}`);
    return { items, total: await PaymentRun.count(), ...input };
  },
});

/** The runs of a confirmation page, with what they paid. Throws 404 if one does not exist. */
export const namedRuns = query({
  name: "payroll.namedRuns",
  does: "read payment runs",
  allow: atLeast("superadmin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run(_call, { ids }) {
    const runs = await readRuns(sql`r.id = ANY(${ids}::int[])`, sql`ORDER BY r.id`);
    if (runs.length !== ids.length) throw noSuch("payment run");
    return runs.map(({ id, start, end, php, payments }) => {
      const amount = php.toLocaleString("en-US", { minimumFractionDigits: 2 });
      const many = `${payments.toLocaleString("en-US")} ${payments === 1 ? "payment" : "payments"}`;
      return `Payment run ${id}: ${start} ~ ${end}, ₱${amount} in ${many}`;
    });
  },
});
