import { setTimeout as pause } from "node:timers/promises";
import { type Attributes, Op } from "sequelize";
import { SignInFailure } from "~models";
import { foldUsername } from "../accounts";
import { LOCKS } from "../kernel/advisory-locks";
import { now } from "../kernel/clock";
import { one, run, writeTransaction } from "../kernel/database";
import { networkOf, textOf } from "../kernel/network";
import type { Call } from "../kernel/operation";
import { Refusal, tooMany } from "../kernel/refusal";
import { sql, type Statement } from "../kernel/sql";
import { Turns } from "../kernel/turns";

// SQL by hand: advisory locks, and three limits over the tries of a quarter of an hour in one statement.

const WINDOW = 15 * 60_000;
const MINUTE = 60_000;
const MOST = { pair: 5, name: 50, address: 200 };
/** A try that was not judged by then lost its worker, and counts as a failure. */
const JUDGED_WITHIN = 30_000;

/** Tries of this process that wait or are being judged. */
const MOST_UNDERWAY = 200;
const LONGEST_WAIT = 10_000;
const ASK_AGAIN = 30;
const RETRY_SECONDS = 5;

type Limited = Required<Pick<Attributes<SignInFailure>, "act" | "username" | "ip">>;

/** A try that may be judged now. It counts as a failure unless it is taken back or forgiven. */
export type Try = {
  /** The outcome of `judge`. A fault or a busy server says nothing about the try, and takes it back. */
  judging<T>(judge: () => Promise<T>): Promise<T>;
  /** Neither a failure nor a success, such as a right password whose code is still to come. */
  takeBack(): void;
  /** A success: clears the failures of its own name from its own address, in the open transaction. */
  forgive(): Promise<void>;
};

/** An IPv6 customer has 2^64 addresses: they count as one. */
function addressOf(ip: string | null): string | null {
  const network = networkOf(ip ?? "");
  return network ? textOf({ ...network, bits: Math.min(network.bits, 64) }) : null;
}

let underway = 0;
/** Of the transactions that admit tries, so that waiting tries leave the other connections alone. */
const admitting = new Turns(2);
/** The tries of one name from one address: the first asks the database, the others stand behind it. */
const lines = new Map<string, Turns>();

/**
 * Admits a try before it is judged, however many come at once in however many processes: tries in flight count towards
 * the limits until they are judged, and a try that only they leave no room for waits its turn. Over a limit of failures
 * it refuses with the time to wait (429). Call it outside of a transaction; no connection is held while a try waits.
 */
export async function admit(call: Call, act: Limited["act"], name: string): Promise<Try> {
  if (underway >= MOST_UNDERWAY) throw busy();
  underway += 1;
  try {
    const limited = { act, username: foldUsername(name.trim()), ip: addressOf(call.from.ip) };
    const id = await inLine(limited);
    let outcome: "failed" | "taken back" | "forgiven" = "failed";
    call.keep(async () => {
      if (outcome === "failed") await SignInFailure.update({ judged: true }, { where: { id } });
      else if (outcome === "taken back") await SignInFailure.destroy({ where: { id } });
    });
    return {
      async judging(judge) {
        try {
          return await judge();
        } catch (thrown) {
          if (!(thrown instanceof Refusal) || thrown.code !== "VALIDATION_ERROR") outcome = "taken back";
          throw thrown;
        }
      },
      takeBack: () => void (outcome = "taken back"),
      async forgive() {
        const over = [{ id }, { judged: true }, { at: { [Op.lte]: before(JUDGED_WITHIN) } }];
        await SignInFailure.destroy({ where: { ...limited, [Op.or]: over } });
        outcome = "forgiven";
      },
    };
  } finally {
    underway -= 1;
  }
}

const busy = () => tooMany(`Too many tries right now. Try again in ${RETRY_SECONDS} seconds.`, RETRY_SECONDS);
const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);

/** Waits until the try is admitted and answers the id of its row. */
async function inLine(limited: Limited): Promise<number> {
  const key = JSON.stringify(limited);
  const line = lines.get(key) ?? new Turns(1);
  lines.set(key, line);
  const until = performance.now() + LONGEST_WAIT;
  try {
    return await line.run(async () => {
      for (;;) {
        const id = await admitting.run(() => writeTransaction(() => admitted(limited)));
        if (id !== undefined) return id;
        if (performance.now() > until) throw busy();
        await pause(ASK_AGAIN);
      }
    });
  } finally {
    if (line.idle) lines.delete(key);
  }
}

/** The id of the new row; undefined where tries in flight have to be judged first. Over a limit: 429. */
async function admitted(limited: Limited): Promise<number | undefined> {
  await run(sql`SELECT pg_advisory_xact_lock(${LOCKS.signInName}, hashtext(${limited.username}))`);
  await run(sql`SELECT pg_advisory_xact_lock(${LOCKS.signInAddress}, hashtext(${limited.ip}))`);
  const { failed, full } = await limitsReached(limited);
  if (failed) {
    const wait = failed.getTime() + WINDOW - now().getTime();
    throw tooMany(`Too many tries. Try again in ${Math.ceil(wait / MINUTE)} minutes.`, Math.ceil(wait / 1_000));
  }
  if (full) return undefined;
  return (await SignInFailure.create({ ...limited, at: now(), judged: false })).id;
}

/**
 * `failed`: the failure that must leave the window before the next try, of the limit that holds longest.
 */
async function limitsReached({ act, username, ip }: Limited): Promise<{ failed?: Date; full: boolean }> {
  const nth = (which: Statement, most: number) => sql`
    SELECT (SELECT at FROM tries WHERE ${which} AND failed ORDER BY at DESC OFFSET ${most - 1} LIMIT 1) AS failed,
           (SELECT count(*) >= ${most} FROM tries WHERE ${which}) AS full`;
  const found = await one<{ failed: Date | null; full: boolean }>(sql`
    WITH tries AS MATERIALIZED (
      SELECT username, ip, at, judged OR at <= ${before(JUDGED_WITHIN)} AS failed FROM sign_in_failures
      WHERE act = ${act} AND at > ${before(WINDOW)} AND (username = ${username} OR ip = ${ip}::inet))
    SELECT max(failed) AS failed, bool_or("full") AS full FROM (
      ${nth(sql`username = ${username} AND ip = ${ip}::inet`, MOST.pair)} UNION ALL
      ${nth(sql`username = ${username}`, MOST.name)} UNION ALL
      ${nth(sql`ip = ${ip}::inet`, MOST.address)}) AS limits`);
  return { failed: found?.failed ?? undefined, full: found?.full ?? false };
}

/** Who proved to own the mailbox may try again from anywhere. */
export async function forgiveName(username: string): Promise<void> {
  await SignInFailure.destroy({
    where: { act: { [Op.ne]: "reset" }, username: foldUsername(username), judged: true },
  });
}
