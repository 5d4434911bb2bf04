import { setTimeout as pause } from "node:timers/promises";
import { type Attributes, Op } from "sequelize";
import { SignInFailure } from "~models";
import { foldUsername } from "../accounts";
import { LOCKS } from "../kernel/database/advisory-locks";
import { now } from "../kernel/periods/now";
import { one, run, writeTransaction } from "../kernel/database/transactions";
import { networkOf, textOf } from "../kernel/net/address";
import type { Call } from "../kernel/operation/operation";
import { Refusal, tooMany } from "../kernel/operation/refusal";
import { sql, type Statement } from "../kernel/database/sql";
import { Turns } from "../kernel/process/turns";

// SQL by hand: advisory locks, and one statement that checks three limits over the tries of the last 15 minutes.

const WINDOW = 15 * 60_000;
const MINUTE = 60_000;
const MOST = { pair: 5, name: 50, address: 200 };
/** A try without a result after this time has lost its worker process and counts as a failure. */
const JUDGED_WITHIN = 30_000;

/** Tries of this process that are waiting to be admitted. */
const MOST_UNDERWAY = 200;
const LONGEST_WAIT = 10_000;
const ASK_AGAIN = 30;
const RETRY_SECONDS = 5;

type Limited = Required<Pick<Attributes<SignInFailure>, "act" | "username" | "ip">>;

/** An admitted try. It counts as a failure unless it is taken back or forgiven. */
export type Try = {
  /** Runs `judge` and returns its result. Errors other than VALIDATION_ERROR take the try back. */
  judging<T>(judge: () => Promise<T>): Promise<T>;
  /** Counts the try as neither failure nor success, for example a right password before the code is entered. */
  takeBack(): void;
  /** Counts the try as a success. Deletes the failures of this name from this address, in the open transaction. */
  forgive(): Promise<void>;
};

/** An IPv6 customer has 2^64 addresses, so their /64 network counts as one address. */
function addressOf(ip: string | null): string | null {
  const network = networkOf(ip ?? "");
  return network ? textOf({ ...network, bits: Math.min(network.bits, 64) }) : null;
}

let underway = 0;
/** Limits concurrent transactions that admit tries, so that they do not take all connections of the pool. */
const admitting = new Turns(2);
/** One queue per name and address. Only the first try in a queue queries the database. */
const lines = new Map<string, Turns>();

/**
 * Admits a try before its credentials are checked. The limits hold across concurrent tries and processes: tries in
 * flight count towards them, and a try waits while only tries in flight exceed a limit. Throws 429 with the seconds to
 * wait if failures exceed a limit, or if the server is busy. Call it outside of a transaction. No connection is in use
 * while a try waits.
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

/** Waits until the try is admitted and returns the id of its row. Throws 429 after `LONGEST_WAIT` ms. */
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

/** The id of the new row. Undefined if tries in flight must finish first. Throws 429 if failures exceed a limit. */
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
 * `failed` is the time of the failure that must leave the window before the next try, for the limit that lasts longest.
 * `full` is true if a limit is reached when tries in flight are counted.
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

/** Clears the failures of a name from all addresses, after its owner has proved access to the mailbox. */
export async function forgiveName(username: string): Promise<void> {
  await SignInFailure.destroy({
    where: { act: { [Op.ne]: "reset" }, username: foldUsername(username), judged: true },
  });
}
