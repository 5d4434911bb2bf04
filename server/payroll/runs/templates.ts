import { z } from "zod";
import { PAYOUT_METHODS } from "~models";
import { sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { payoutJoin } from "../../payouts";

/** One file for each payout method, and one for the payments of agents without payout details. */
export const Template = z.enum([...PAYOUT_METHODS, "none"], "Please choose one from the list.");
export type Template = z.output<typeof Template>;

/** Whether the destination changed lately, and the number of other payees who have it. */
const MARKS = ["changed", "shared"] as const;
export const COLUMNS = [
  ...(["number", "reference", "office", "agent", "name", "method", "details"] as const),
  ...(["amount", "currency", "dollars", "note"] as const),
  // The marks come last, so that the other columns keep their places.
  ...MARKS,
] as const;
export const FileColumn = z.enum(COLUMNS, "Please choose one from the list.");
export type FileColumn = z.output<typeof FileColumn>;

/** The columns of each file unless others are chosen: what a transfer by this method needs. */
export const defaultColumns: Record<Template, readonly FileColumn[]> = {
  bank: ["number", "reference", "name", "details", "amount", "currency", "note", ...MARKS],
  "e-wallet": ["number", "reference", "name", "details", "amount", "currency", ...MARKS],
  cash: ["number", "reference", "office", "agent", "name", "details", "amount", ...MARKS],
  other: ["number", "reference", "office", "agent", "name", "details", "amount", "currency", "note", ...MARKS],
  none: ["number", "reference", "office", "agent", "name", "amount", "currency"],
};

export const RunFile = z.object({
  template: Template,
  /** Payments in the file. Failed ones are in none, so that nobody transfers them. */
  payments: z.int(),
  /** Its columns unless others are chosen. */
  columns: z.array(FileColumn),
  /** All columns in their order. */
  choices: z.array(FileColumn),
});

/**
 * The template of a payment `p` that is joined with `payout`: that of the method when the run was made, in runs of earlier
 * releases of the present one.
 */
export const templateOf = sql`coalesce(CASE
  WHEN (SELECT destinations_kept FROM payment_runs WHERE id = p.run_id) THEN p.payout_method ELSE payout.method
END, 'none')`;

/** The files of a run, each payment that did not fail in exactly one of them. */
export async function readFiles(runId: number): Promise<z.output<typeof RunFile>[]> {
  const rows = await queryRows<{ template: Template; payments: number }>(sql`
    SELECT ${templateOf} AS template, count(*)::int AS payments
    FROM payments p ${payoutJoin(sql`p.agent_id`)}
    WHERE p.run_id = ${runId} AND p.failed_at IS NULL GROUP BY 1`);
  return Template.options.map((template) => ({
    template,
    payments: rows.find((row) => row.template === template)?.payments ?? 0,
    columns: [...defaultColumns[template]],
    choices: [...COLUMNS],
  }));
}
