import { LRUCache } from "lru-cache";
import { now } from "../../kernel/time/now";
import { networkAddress } from "../../kernel/addresses/address";
import { execute, writeTransaction } from "../../kernel/database/transactions";
import { counter } from "../../kernel/process/metrics";
import { type Client, sql } from "../../kernel/database/sql";
import type { Request } from "./record";

/**
 * Refused postbacks are stored so that someone can find out why a site's sales do not count. The limit is 60 a minute
 * per address, across all processes, because anyone can send a postback that is refused. For IPv6 the address is its
 * first 64 bits, the size of one customer's network.
 */
export const MAX_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
const REMEMBERED = 10_000;

const limitKey = (ip: string | null): string => networkAddress(ip) ?? "";

/**
 * Addresses that have used up their refusals, with the end of their limit in milliseconds since 1970. It keeps a flood
 * from querying the database.
 */
const blockedUntil = new LRUCache<string, number>({ max: REMEMBERED });

// A minute that begins in the future was counted before the clock was set back.
const OVER = "(r.since > excluded.since OR r.since <= excluded.since - interval '1 minute')";
const TAKE = {
  name: "take-refusal",
  text: `
    WITH taken AS (
      INSERT INTO postback_refusals AS r (address, since, stored) VALUES ($1, $2::timestamptz, 1)
      ON CONFLICT (address) DO UPDATE SET since = CASE WHEN ${OVER} THEN excluded.since ELSE r.since END,
        stored = CASE WHEN ${OVER} THEN 1 ELSE r.stored + 1 END
      WHERE ${OVER} OR r.stored < ${MAX_PER_MINUTE}
      RETURNING address)
    SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT since FROM postback_refusals WHERE address = $1) AS since`,
};

/**
 * Counts a refusal before it is stored. Returns undefined if it may be stored, else the seconds to wait (Retry-After).
 */
export async function countRefusal(
  client: Client,
  { ip, receivedAt }: Pick<Request, "ip" | "receivedAt">,
): Promise<number | undefined> {
  const address = limitKey(ip);
  const { rows } = await client.query<{ taken: number; since: Date | null }>({
    ...TAKE,
    values: [address, receivedAt.toISOString()],
  });
  const [row] = rows;
  if (row?.taken !== 0) return undefined;
  blockedUntil.set(address, (row.since ?? receivedAt).getTime() + MINUTE_MS);
  return refusalWait(ip) ?? 1;
}

/** Seconds until refusals of the address are stored again; undefined if no limit is in force in this process. */
export function refusalWait(ip: string | null): number | undefined {
  const remainingMs = (blockedUntil.get(limitKey(ip)) ?? 0) - now().getTime();
  return remainingMs > 0 && remainingMs <= MINUTE_MS ? Math.ceil(remainingMs / 1_000) : undefined;
}

/** Deletes addresses whose last counted minute began more than an hour ago. */
export async function deleteOldRefusals(): Promise<void> {
  const before = new Date(now().getTime() - 60 * MINUTE_MS);
  await writeTransaction(() => execute(sql`DELETE FROM postback_refusals WHERE since < ${before}`));
}

export const droppedRefusals = counter(
  "postback_refusals_dropped_total",
  "Refused postbacks that were answered 429 without being stored.",
).series({});
