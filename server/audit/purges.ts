import { sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { writeAudit } from "../kernel/operation/audit";
import { daysBetween, dayOf } from "../kernel/time";
import { digestOf, type Seal } from "./rows";

/** A purge of old rows is a change like others: the audit says which sealed day lost how many, and what is left of it. */
const RECORD = "auditSeal";
/** A purge keeps at least one whole month, so a record of an earlier one is invented. */
const LEAST_DAYS = 28;

/** A condition for rows of the audit that a purge keeps, because they say what earlier ones deleted. */
export const isPurgeRecord = `record = '${RECORD}'`;

/** Records, in the transaction that deleted them, how many rows of a sealed day a purge deleted. */
export async function recordPurge(seal: Pick<Seal, "number" | "afterId" | "toId">, deleted: number): Promise<void> {
  const { rows, hash } = await digestOf(seal);
  const after = { rows, hash, deleted };
  await writeAudit("maintenance.purge", null, [{ record: RECORD, id: seal.number, before: null, after }]);
}

export type Purge = { id: number; rows: number; hash: string; at: Date };

/** The last purge of each of these sealed days, by the number of the seal. */
export async function purgesOf(seals: readonly Pick<Seal, "number" | "day">[]): Promise<Map<number, Purge>> {
  const days = new Map(seals.map(({ number, day }) => [number, day]));
  const rows = await queryRows<Purge & { number: number }>(sql`
    SELECT DISTINCT ON (record_id) record_id::int AS number, id, at, (after ->> 'rows')::int AS rows, after ->> 'hash' AS hash
    FROM audit WHERE record = ${RECORD} AND record_id = ANY(${[...days.keys()].map(String)}) ORDER BY record_id, id DESC`);
  return new Map(
    rows
      .filter(({ number, at }) => daysBetween(days.get(number) ?? dayOf(at), dayOf(at)) >= LEAST_DAYS)
      .map(({ number, ...purge }) => [number, purge]),
  );
}
