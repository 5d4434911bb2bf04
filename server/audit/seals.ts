import { AuditSeal } from "~models";
import { LOCKS } from "../kernel/database/advisory-locks";
import { readSettledId } from "../kernel/database/id-horizon";
import { sql } from "../kernel/database/sql";
import { isUnreachable, queryOne, writeTransaction } from "../kernel/database/transactions";
import { addDays, type Day, dayOf, endOfDay, startOfDay } from "../kernel/time";
import { now } from "../kernel/time/now";
import { queueDay } from "./mail";
import { digestOf, headOf, type Seal } from "./rows";

/**
 * Seals each day of the audit that is over in New York and has rows, oldest first. Several processes and servers may do
 * this at once. Waits for the next call while a transaction that has written to the audit is open.
 *
 * A row belongs to the first seal after its commit. Its ID decides that, not its time, which is when its transaction began:
 * a row that is committed late has an ID above the last one that is sealed, or keeps the seal waiting.
 */
export async function sealFinishedDays(): Promise<void> {
  try {
    // The days from before the first seal are not mailed: they can be years.
    const isFirst = !(await writeTransaction(lastSeal));
    while (await writeTransaction(() => sealNext(isFirst)));
  } catch (error) {
    // Reported elsewhere; the days wait.
    if (!isUnreachable(error)) throw error;
  }
}

const lastSeal = (): Promise<Seal | null> => AuditSeal.findOne({ order: [["number", "DESC"]] });

/** A purge must not delete rows while they are read for a seal. Ends with the transaction. */
export const lockSeals = () => queryOne(sql`SELECT pg_advisory_xact_lock(${LOCKS.auditSeals})`);

/** Seals one day, and queues its mail in the same transaction. Returns whether there may be another. */
async function sealNext(isFirst: boolean): Promise<boolean> {
  await lockSeals();
  const last = await lastSeal();
  const afterId = last?.toId ?? 0;
  const settledId = await readSettledId("audit");
  if (settledId === undefined) return false;
  const range = sql`id > ${afterId} AND id <= ${settledId}`;
  const today = dayOf(now());
  const first = await queryOne<{ at: Date }>(sql`
    SELECT at FROM audit WHERE ${range} AND at < ${startOfDay(today)} ORDER BY id LIMIT 1`);
  if (!first) return false;
  const day = dayToSeal(first.at, last);
  if (day >= today) return false;
  // By time, and not down from the highest ID: that would read all later days for each of many.
  const from = new Date(Math.min(first.at.getTime(), startOfDay(day).getTime()));
  const end = await queryOne<{ toId: number; rows: number }>(sql`
    WITH day AS MATERIALIZED (SELECT id FROM audit WHERE at >= ${from} AND at < ${endOfDay(day)}),
      last AS (SELECT max(id) AS id FROM day WHERE ${range})
    SELECT (SELECT id FROM last) AS "toId", count(*) AS rows FROM audit WHERE id > ${afterId} AND id <= (SELECT id FROM last)`);
  if (!end) return false;
  const draft = {
    ...{ number: (last?.number ?? 0) + 1, day, lastHash: last?.hash ?? null, afterId, ...end },
    sealedAt: now(),
  };
  const { hash } = await digestOf(draft, headOf(draft));
  await AuditSeal.create({ ...draft, hash });
  if (!isFirst || endOfDay(day) >= startOfDay(today)) await queueDay({ ...draft, hash });
  return true;
}

/** Rows of a day that is sealed already were committed late, and belong to the next one. */
function dayToSeal(at: Date, last: Seal | null): Day {
  const [day, next] = [dayOf(at), last && addDays(last.day, 1)];
  return next && next > day ? next : day;
}
