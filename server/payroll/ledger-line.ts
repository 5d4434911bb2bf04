import { z } from "zod";
import { amount, cents } from "../kernel/text/money";
import { isoTime } from "../kernel/periods";
import type { Line } from "./lines";

export const KINDS = ["event", "correction", "adjustment", "advance", "penalty", "payment"] as const;

/** A line of the ledger or of a statement. Event lines of an open period are not written yet: no id, no time. */
export const LedgerLineOutput = z.object({
  id: z.int().nullable(),
  periodId: z.int(),
  agentId: z.int(),
  companyId: z.int(),
  kind: z.enum(KINDS),
  /** Event and correction lines only: the link, its pricing and the net count. */
  typeId: z.int().nullable(),
  basis: z.string().nullable(),
  count: z.int().nullable(),
  php: z.number(),
  usd: z.number().nullable(),
  /** The names when the line was written; current names if it is not written yet. */
  agent: z.string(),
  officeName: z.string(),
  reason: z.string().nullable(),
  /** Username of the author. */
  by: z.string().nullable(),
  at: z.string().nullable(),
  /** For a correction, the line of the original. For a payment, the paid period. */
  refersTo: z.int().nullable(),
});
export type LedgerLineOutput = z.output<typeof LedgerLineOutput>;

export const lineShown = ({ php, usd, at, ...line }: Line): LedgerLineOutput => ({
  ...line,
  php: amount(cents(php)),
  usd: usd === null ? null : amount(cents(usd)),
  at: at && isoTime(at),
});
