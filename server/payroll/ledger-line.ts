import { z } from "zod";
import { amount, cents } from "../kernel/money";
import { isoTime } from "../kernel/periods";
import type { Line } from "./lines";

export const KINDS = ["event", "correction", "adjustment", "advance", "penalty", "payment"] as const;

/** A line of the ledger, or of a statement: an open period's event lines are not written yet. */
export const LedgerLineOutput = z.object({
  id: z.int().nullable(),
  periodId: z.int(),
  agentId: z.int(),
  companyId: z.int(),
  kind: z.enum(KINDS),
  /** Link, how it is priced, and net count: of event and correction lines. */
  typeId: z.int().nullable(),
  basis: z.string().nullable(),
  count: z.int().nullable(),
  php: z.number(),
  usd: z.number().nullable(),
  /** The names at the time of writing. */
  agent: z.string(),
  officeName: z.string(),
  reason: z.string().nullable(),
  /** Who wrote it: a username. */
  by: z.string().nullable(),
  at: z.string().nullable(),
  /** The line of the original (correction), the paid period (payment). */
  refersTo: z.int().nullable(),
});
export type LedgerLineOutput = z.output<typeof LedgerLineOutput>;

export const lineShown = ({ php, usd, at, ...line }: Line): LedgerLineOutput => ({
  ...line,
  php: amount(cents(php)),
  usd: usd === null ? null : amount(cents(usd)),
  at: at && isoTime(at),
});
