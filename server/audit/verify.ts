import { AuditSeal } from "~models";
import { sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { dayOf, startOfDay } from "../kernel/time";
import { type Purge, purgesOf } from "./purges";
import { type Digest, digestOf, headOf, type Seal } from "./rows";

/** Differences from the seals, each beginning with its day. */
export type SealFaults = {
  /** Rows of sealed days that were changed, deleted or added. */
  rows: string[];
  /** Seals that are missing, or that the next one does not follow from. */
  seals: string[];
  /** Rows that got a time before the day that was sealed last when they were written. */
  backdated: string[];
};

/** Reads all sealed days and compares them with their seals, in the open transaction or on the connection of the context. */
export async function findSealFaults(): Promise<SealFaults> {
  const faults: SealFaults = { rows: [], seals: [], backdated: [] };
  const seals = await AuditSeal.findAll({ order: [["number", "ASC"]] });
  const purges = await purgesOf(seals);
  let last: Seal | undefined;
  for (const seal of seals) {
    faults.seals.push(...faultOfChain(seal, last));
    const { digest, fault } = await compare(seal, purges.get(seal.number));
    if (fault) faults.rows.push(fault);
    if (last && digest.firstAt && digest.firstAt < startOfDay(last.day))
      faults.backdated.push(`${dayOf(digest.firstAt)}: a row that was written after ${last.day} was sealed`);
    last = seal;
  }
  faults.backdated.push(...(await outsideOfSeals(last)));
  return faults;
}

function faultOfChain(seal: Seal, last: Seal | undefined): string[] {
  const missing = seal.number - (last?.number ?? 0) - 1;
  const before = last ? `after ${last.day}` : "before it";
  if (missing > 0) return [`${seal.day}: ${missing} ${missing === 1 ? "seal" : "seals"} ${before} missing`];
  const follows = seal.lastHash === (last?.hash ?? null) && seal.afterId === (last?.toId ?? 0);
  return follows ? [] : [`${seal.day}: not the seal that follows ${last ? `${last.day}'s` : "none"}`];
}

/** Compares the rows of a day with its seal, or with what the last purge left of them. */
async function compare(seal: Seal, purge: Purge | undefined): Promise<{ digest: Digest; fault?: string }> {
  const due = purge ?? seal;
  const digest = await digestOf(seal, purge ? undefined : headOf(seal));
  if (digest.hash === due.hash) return { digest };
  // A purge may have deleted rows since the purges were read.
  const later = (await purgesOf([seal])).get(seal.number);
  if (later && later.id !== purge?.id) return compare(seal, later);
  const kind =
    digest.rows === due.rows ? "a row or the seal was changed" : `${digest.rows} rows instead of ${due.rows}`;
  return { digest, fault: `${seal.day}: ${kind}` };
}

/** Rows that no seal will cover, or that got a time of a sealed day without being in it. */
async function outsideOfSeals(last: Seal | undefined): Promise<string[]> {
  if (!last) return [];
  const rows = await queryRows<{ id: number; at: Date }>(sql`
    SELECT id, at FROM audit WHERE id < 1
    UNION ALL SELECT id, at FROM audit WHERE id > ${last.toId} AND at < ${startOfDay(last.day)} ORDER BY id LIMIT 100`);
  return rows.map(({ id, at }) => `${dayOf(at)}: row ${id}, which was written after ${last.day} was sealed`);
}
