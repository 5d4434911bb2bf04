import { setTimeout as pause } from "node:timers/promises";
import { type Attributes, Op } from "sequelize";
import { SignInFailure } from "~models";
import { normalizeUsername } from "../accounts";
import { LOCKS } from "../kernel/database/advisory-locks";
import { now } from "../kernel/time/now";
import { queryOne, execute, writeTransaction } from "../kernel/database/transactions";
import { networkAddress } from "../kernel/addresses/address";
import type { Call } from "../kernel/operation/operation";
import { Refusal, tooManyRequests } from "../kernel/operation/refusal";
import { sql, type Statement } from "../kernel/database/sql";
import { ConcurrencyLimiter } from "../kernel/process/concurrency-limiter";

const WINDOW = 15 * 60_000;
const MINUTE = 60_000;
/** `pair` is a name from an address. */
type Limits = { pair: number; name: number; address: number };
const MAX_FAILURES: Limits = { pair: 5, name: 50, address: 200 };
/** Captchas answered by hand have no name: `pair` is an address, and `name` all addresses together. */
const MAX_BY_HAND: Partial<Record<string, Limits>> = {
  question: { pair: 5, name: 100, address: 5 },
  picture: { pair: 10, name: 200, address: 10 },
};
/** A try without a result after this time has lost its worker process and counts as a failure. */
const UNDECIDED_FOR_MS = 30_000;

/** Tries of this process that are waiting to be admitted. */
const MAX_PENDING = 200;
const MAX_WAIT_MS = 10_000;
const RETRY_MS = 30;
const RETRY_SECONDS = 5;

type AttemptKey = Required<Pick<Attributes<SignInFailure>, "act" | "username" | "ip">>;

/** An admitted try. It counts as a failure unless it is taken back or forgiven. */
export type Attempt = {
  /** Runs `check` and returns its result. Errors other than VALIDATION_ERROR take the try back. */
  evaluate<T>(check: () => Promise<T>): Promise<T>;
  /** Counts the try as neither failure nor success, for example a right password before the code is entered. */
  withdraw(): void;
  /** Counts the try as a success. Deletes the failures of this name from this address, in the open transaction. */
  clearFailures(): Promise<void>;
};

let pending = 0;
/** Limits concurrent transactions that admit tries, so that they do not take all connections of the pool. */
const reservations = new ConcurrencyLimiter(2);
/** One queue per name and address. Only the first try in a queue queries the database. */
const queues = new Map<string, ConcurrencyLimiter>();

/**
 * Admits a try before its credentials are checked. The limits hold across concurrent tries and processes: tries in
 * flight count towards them, and a try waits while only tries in flight exceed a limit. Throws 429 with the seconds to
 * wait if failures exceed a limit, or if the server is busy. Call it outside of a transaction. No connection is in use
 * while a try waits.
 */
export async function startAttempt(call: Call, act: AttemptKey["act"], name: string): Promise<Attempt> {
  if (pending >= MAX_PENDING) throw busy();
  pending += 1;
  try {
    const key = { act, username: normalizeUsername(name.trim()), ip: networkAddress(call.from.ip) };
    const id = await reserveInTurn(key);
    let outcome: "failed" | "taken back" | "forgiven" = "failed";
    call.onSettled(async () => {
      if (outcome === "failed") await SignInFailure.update({ judged: true }, { where: { id } });
      else if (outcome === "taken back") await SignInFailure.destroy({ where: { id } });
    });
    return {
      async evaluate(check) {
        try {
          return await check();
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") outcome = "taken back";
          throw error;
        }
      },
      withdraw: () => void (outcome = "taken back"),
      async clearFailures() {
        const over = [{ id }, { judged: true }, { at: { [Op.lte]: timeBefore(UNDECIDED_FOR_MS) } }];
        await SignInFailure.destroy({ where: { ...key, [Op.or]: over } });
        outcome = "forgiven";
      },
    };
  } finally {
    pending -= 1;
  }
}

const busy = () => tooManyRequests(`Too many tries right now. Try again in ${RETRY_SECONDS} seconds.`, RETRY_SECONDS);
const timeBefore = (milliseconds: number) => new Date(now().getTime() - milliseconds);

/** Waits until the try is admitted and returns the id of its row. Throws 429 after `MAX_WAIT_MS` ms. */
async function reserveInTurn(attempt: AttemptKey): Promise<number> {
  const key = JSON.stringify(attempt);
  const queue = queues.get(key) ?? new ConcurrencyLimiter(1);
  queues.set(key, queue);
  const until = performance.now() + MAX_WAIT_MS;
  try {
    return await queue.run(async () => {
      for (;;) {
        const id = await reservations.run(() => writeTransaction(() => reserve(attempt)));
        if (id !== undefined) return id;
        if (performance.now() > until) throw busy();
        await pause(RETRY_MS);
      }
    });
  } finally {
    if (queue.idle) queues.delete(key);
  }
}

/** The id of the new row. Undefined if tries in flight must finish first. Throws 429 if failures exceed a limit. */
async function reserve(attempt: AttemptKey): Promise<number | undefined> {
  await execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.signInName}, hashtext(${attempt.username}))`);
  await execute(sql`SELECT pg_advisory_xact_lock(${LOCKS.signInAddress}, hashtext(${attempt.ip}))`);
  const { failed, full } = await reachedLimits(attempt);
  if (failed) {
    const wait = failed.getTime() + WINDOW - now().getTime();
    throw tooManyRequests(`Too many tries. Try again in ${Math.ceil(wait / MINUTE)} minutes.`, Math.ceil(wait / 1_000));
  }
  if (full) return undefined;
  return (await SignInFailure.create({ ...attempt, at: now(), judged: false })).id;
}

/**
 * `failed` is the time of the failure that must leave the window before the next try, for the limit that lasts longest.
 * `full` is true if a limit is reached when tries in flight are counted.
 */
async function reachedLimits({ act, username, ip }: AttemptKey): Promise<{ failed?: Date; full: boolean }> {
  const limits = MAX_BY_HAND[act] ?? MAX_FAILURES;
  const limitFor = (which: Statement, most: number) => sql`
    SELECT (SELECT at FROM tries WHERE ${which} AND failed ORDER BY at DESC OFFSET ${most - 1} LIMIT 1) AS failed,
           (SELECT count(*) >= ${most} FROM tries WHERE ${which}) AS full`;
  const row = await queryOne<{ failed: Date | null; full: boolean }>(sql`
    WITH tries AS MATERIALIZED (
      SELECT username, ip, at, judged OR at <= ${timeBefore(UNDECIDED_FOR_MS)} AS failed FROM sign_in_failures
      WHERE act = ${act} AND at > ${timeBefore(WINDOW)} AND (username = ${username} OR ip = ${ip}::inet))
    SELECT max(failed) AS failed, bool_or("full") AS full FROM (
      ${limitFor(sql`username = ${username} AND ip = ${ip}::inet`, limits.pair)} UNION ALL
      ${limitFor(sql`username = ${username}`, limits.name)} UNION ALL
      ${limitFor(sql`ip = ${ip}::inet`, limits.address)}) AS limits`);
  return { failed: row?.failed ?? undefined, full: row?.full ?? false };
}

/** Clears the failures of a name from all addresses, after its owner has proved access to the mailbox. */
export async function clearUsernameFailures(username: string): Promise<void> {
  await SignInFailure.destroy({
    where: { act: { [Op.ne]: "reset" }, username: normalizeUsername(username), judged: true },
  });
}
