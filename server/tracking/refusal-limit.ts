import { LRUCache } from "lru-cache";
import { now } from "../kernel/clock";
import { wordsOf } from "../kernel/address";
import { run, writeTransaction } from "../kernel/database";
import { counter } from "../kernel/metrics";
import { textOf } from "../kernel/network";
import { type Client, sql } from "../kernel/sql";
import type { Request } from "./postback-record";

// SQL by hand: counts and limits refusals of an address in one atomic statement.

/**
 * Refused postbacks are stored, so that somebody finds out why a site's sales do not count, but no more than 60 a minute
 * of one address, in all processes together: nobody needs a secret to be refused. Of IPv6 the first 64 bits count, which
 * is what one customer has.
 */
const MOST = 60;
const MINUTE_MS = 60_000;
const NETWORK_BITS = 64;
const REMEMBERED = 10_000;

const addressOf = (ip: string | null): string => {
  const words = wordsOf(ip ?? "");
  return words ? textOf({ words, bits: words.length === 1 ? 32 : NETWORK_BITS }) : "";
};

/** Addresses that have no refusals left, and until when (milliseconds since 1970): a flood is not asked about again. */
const full = new LRUCache<string, number>({ max: REMEMBERED });

// A minute that seems to begin in the future was counted before the clock was set back.
const OVER = "(r.since > excluded.since OR r.since <= excluded.since - interval '1 minute')";
const TAKE = {
  name: "take-refusal",
  text: `
    WITH taken AS (
      INSERT INTO postback_refusals AS r (address, since, stored) VALUES ($1, $2::timestamptz, 1)
      ON CONFLICT (address) DO UPDATE SET since = CASE WHEN ${OVER} THEN excluded.since ELSE r.since END,
        stored = CASE WHEN ${OVER} THEN 1 ELSE r.stored + 1 END
      WHERE ${OVER} OR r.stored < ${MOST}
      RETURNING address)
    SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT since FROM postback_refusals WHERE address = $1) AS since`,
};

/** Counts a refusal that is about to be stored; answers after how many seconds to come again where it may not be. */
export async function takeRefusal(
  client: Client,
  { ip, receivedAt }: Pick<Request, "ip" | "receivedAt">,
): Promise<number | undefined> {
  const address = addressOf(ip);
  const { rows } = await client.query<{ taken: number; since: Date | null }>({
    ...TAKE,
    values: [address, receivedAt.toISOString()],
  });
  const [found] = rows;
  if (found?.taken !== 0) return undefined;
  full.set(address, (found.since ?? receivedAt).getTime() + MINUTE_MS);
  return refusalWait(ip) ?? 1;
}

/** Seconds until refusals of an address are stored again; undefined where they are, as far as this process knows. */
export function refusalWait(ip: string | null): number | undefined {
  const left = (full.get(addressOf(ip)) ?? 0) - now().getTime();
  return left > 0 && left <= MINUTE_MS ? Math.ceil(left / 1_000) : undefined;
}

/** Takes addresses away that have had no refusal for an hour. */
export async function forgetRefusals(): Promise<void> {
  const before = new Date(now().getTime() - 60 * MINUTE_MS);
  await writeTransaction(() => run(sql`DELETE FROM postback_refusals WHERE since < ${before}`));
}

export const notStored = counter(
  "postback_refusals_dropped_total",
  "Refused postbacks that were answered 429 and not stored.",
).series({});
