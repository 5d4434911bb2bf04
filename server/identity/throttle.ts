import { now } from "../kernel/clock";
import { one, run } from "../kernel/database";
import { tooMany } from "../kernel/refusal";
import { sql, type Statement } from "../kernel/sql";

const WINDOW = 15 * 60_000;
const MINUTE = 60_000;
const MOST = { pair: 5, name: 50, address: 200 };
// Classes of advisory locks; tries of one name, and of one address, are counted one after another.
const NAME_LOCK = 8_101;
const ADDRESS_LOCK = 8_102;

export type Try = { name: string; ip: string | null };

const nameOf = ({ name }: Try) => name.trim().toLowerCase();
// Whoever has one IPv6 address has 2^64 of them.
const addressOf = ({ ip }: Try): Statement =>
  sql`network(set_masklen(${ip}::inet, CASE family(${ip}::inet) WHEN 6 THEN 64 ELSE 32 END))`;

/**
 * Counts a try to sign in as failed, before it is judged, so that however many come at once no more than the limit
 * is judged; a success takes it back. Over a limit it refuses with the time to wait (429), and counts nothing.
 * Needs a transaction of its own, which must be committed before the judging. Answers the counted try's id.
 */
export async function countTry(attempt: Try): Promise<number> {
  const name = nameOf(attempt);
  await run(sql`SELECT pg_advisory_xact_lock(${NAME_LOCK}, hashtext(${name}))`);
  await run(sql`SELECT pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${addressOf(attempt)}::text))`);
  const last = await oldestOfTooMany(name, addressOf(attempt));
  if (last) {
    const wait = last.getTime() + WINDOW - now().getTime();
    const minutes = Math.ceil(wait / MINUTE);
    throw tooMany(`Too many tries. Try again in ${minutes} minutes.`, Math.ceil(wait / 1_000));
  }
  const counted = await one<{ id: number }>(sql`
    INSERT INTO sign_in_failures (username, ip, at) VALUES (${name}, ${addressOf(attempt)}, ${now()}) RETURNING id`);
  return counted?.id ?? 0;
}

/** The try was neither a failure nor a success: its password was right and its code is still to come. */
export async function takeBack(id: number): Promise<void> {
  await run(sql`DELETE FROM sign_in_failures WHERE id = ${id}`);
}

/** The failure that must leave the window before the next try: of the limit that holds longest. */
async function oldestOfTooMany(name: string, address: Statement): Promise<Date | null> {
  const nth = (which: Statement, most: number) => sql`
    (SELECT at FROM sign_in_failures WHERE ${which} AND at > ${new Date(now().getTime() - WINDOW)}
     ORDER BY at DESC OFFSET ${most - 1} LIMIT 1)`;
  const found = await one<{ at: Date | null }>(sql`
    SELECT max(at) AS at FROM (
      ${nth(sql`username = ${name} AND ip = ${address}`, MOST.pair)} UNION ALL
      ${nth(sql`username = ${name}`, MOST.name)} UNION ALL
      ${nth(sql`ip = ${address}`, MOST.address)}) AS limits`);
  return found?.at ?? null;
}

/** A success takes back the failures of its own name from its own address. */
export async function forgive(attempt: Try): Promise<void> {
  await run(sql`DELETE FROM sign_in_failures WHERE username = ${nameOf(attempt)} AND ip = ${addressOf(attempt)}`);
}

/** Whoever proved to own the mailbox may try again from anywhere. */
export async function forgiveName(username: string): Promise<void> {
  await run(sql`DELETE FROM sign_in_failures WHERE username = lower(${username})`);
}
