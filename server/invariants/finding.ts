import { queryRows } from "../kernel/database/transactions";
import { sql, type Statement } from "../kernel/database/sql";
import type { Range } from "../trade/periods";

/** A broken invariant: its description, the number of faults, and one example. */
export type Finding = { says: string; count: number; example: string };

/**
 * Checks invariants with read-only statements, in the open transaction or on the connection of the context. `halves` are
 * the half-months with data.
 */
export type Check = (halves: readonly Range[]) => Promise<Finding[]>;

/** The finding on one line. */
export const formatFinding = ({ says, count, example }: Finding): string =>
  `${says}: ${count.toLocaleString("en-US")}, for example ${example}.`;

/** A check whose statement returns a row with an `example` for each fault. */
export const sqlCheck =
  (says: string, violations: Statement): Check =>
  () =>
    findViolations(says, violations);

export async function findViolations(says: string, violations: Statement): Promise<Finding[]> {
  const counted = await queryRows<{ count: number; example: string }>(sql`
    SELECT count(*) AS count, min(example) AS example FROM (${violations}) AS faults HAVING count(*) > 0`);
  return counted.map((one) => ({ says, ...one }));
}

/** Merges findings of the same invariant from several half-months, adding up their counts. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const sums = new Map<string, Finding>();
  for (const finding of findings) {
    const sum = sums.get(finding.says);
    sums.set(finding.says, sum ? { ...sum, count: sum.count + finding.count } : finding);
  }
  return [...sums.values()];
}
