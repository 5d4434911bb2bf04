import { z } from "zod";
import { PAYOUT_METHODS } from "~models";
import { sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { payoutJoin } from "../../payouts";

/** One file for each payout method, and one for the payments of agents without payout details. */
export const Template = z.enum([...PAYOUT_METHODS, "none"], "Please choose one from the list.");
export type Template = z.output<typeof Template>;

export const COLUMNS = [
  ...(["number", "reference", "office", "agent", "name", "method", "details"] as const),
  ...(["amount", "currency", "dollars", "note"] as const),
] as const;
export const FileColumn = z.enum(COLUMNS, "Please choose one from the list.");
export type FileColumn = z.output<typeof FileColumn>;

/** The columns of each file unless others are chosen: what a transfer by this method needs. */
export const defaultColumns: Record<Template, readonly FileColumn[]> = {
  bank: ["number", "reference", "name", "details", "amount", "currency", "note"],
  "e-wallet": ["number", "reference", "name", "details", "amount", "currency"],
  cash: ["number", "reference", "office", "agent", "name", "details", "amount"],
  other: ["number", "reference", "office", "agent", "name", "details", "amount", "currency", "note"],
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

/** The files of a run, each payment that did not fail in exactly one of them. */
export async function readFiles(runId: number): Promise<z.output<typeof RunFile>[]> {
  const rows = await queryRows<{ template: Template; payments: number }>(sql`
    SELECT coalesce(payout.method, 'none') AS template, count(*)::int AS payments
    FROM payments p ${payoutJoin(sql`p.agent_id`)}
    WHERE p.run_id = ${runId} AND p.failed_at IS NULL GROUP BY 1`);
  return Template.options.map((template) => ({
    template,
    payments: rows.find((row) => row.template === template)?.payments ?? 0,
    columns: [...defaultColumns[template]],
    choices: [...COLUMNS],
  }));
}
