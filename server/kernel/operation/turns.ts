import { AsyncResource } from "node:async_hooks";
import { networkAddress } from "../addresses/address";
import { KeyedLimiter, NoSlot } from "../process/concurrency-limiter";
import { recordLimited } from "../process/rate-limits";
import type { AnyOperation, CallOrigin } from "./operation";
import { Refusal, tooManyRequests } from "./refusal";
import type { Caller } from "./roles";

/**
 * Operations that are declared `heavy` run two at a time for each account and process; the others of the account wait in the
 * order of arrival. Nobody can thereby keep the database busy with reports alone.
 */

export const HEAVY_AT_ONCE = 2;
/** Ordinary reports take milliseconds, so a client that asks for many at once gets them all. */
export const MAX_WAITING = 20;
/** No statement of a report runs longer, so that one of the two has ended by then, or reads its next part. */
const MAX_WAIT_MS = 15_000;
const RETRY_SECONDS = 5;

const accounts = new KeyedLimiter<number>(HEAVY_AT_ONCE, { maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS });

type Weighed = Pick<AnyOperation, "heavy" | "name">;

/** Runs `act`, in its turn if the operation is heavy. Throws 429 if the turn does not come in time. */
export async function inTurn<T>({ heavy }: Weighed, caller: Caller, act: () => Promise<T>): Promise<T> {
  if (!heavy || !caller) return act();
  try {
    return await accounts.run(caller.accountId, act);
  } catch (error) {
    if (!(error instanceof NoSlot)) throw error;
    const message = `${HEAVY_AT_ONCE} reports or exports of your account are running. Please try again in ${RETRY_SECONDS} seconds.`;
    throw tooManyRequests(message, RETRY_SECONDS);
  }
}

/**
 * The parts of a heavy export, each of which is made in its turn: a slow client occupies no slot. Only the first part can be
 * refused, because the answer has begun with it; later ones wait as long as it takes.
 */
export function partsInTurn<R>(
  operation: Weighed,
  caller: Caller,
  from: CallOrigin,
  parts: AsyncIterable<R>,
): AsyncIterable<R> {
  if (!operation.heavy || !caller) return parts;
  const iterator = parts[Symbol.asyncIterator]();
  let hasBegun = false;
  const next = async () => {
    if (hasBegun) return accounts.run(caller.accountId, () => iterator.next(), {});
    hasBegun = true;
    try {
      return await inTurn(operation, caller, () => iterator.next());
    } catch (error) {
      recordIfLimited(error, operation, caller, from);
      throw error;
    }
  };
  const end = () => iterator.return?.() ?? Promise.resolve({ done: true as const, value: undefined });
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** Runs each step of a generator in the caller's asynchronous context; by default it runs in that of its consumer. */
export function inCurrentContext<R>(rows: AsyncIterable<R>): AsyncIterable<R> {
  const iterator = rows[Symbol.asyncIterator]();
  const next = AsyncResource.bind(() => iterator.next());
  const end = AsyncResource.bind(
    () => iterator.return?.() ?? Promise.resolve({ done: true as const, value: undefined }),
  );
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

/** Counts and logs a refusal by any of the limits of an operation. */
export function recordIfLimited(error: unknown, { name }: Weighed, caller: Caller, { ip }: CallOrigin): void {
  if (!(error instanceof Refusal) || error.code !== "TOO_MANY_REQUESTS") return;
  recordLimited(name, caller ? `account ${caller.accountId}` : (networkAddress(ip) ?? "unknown address"));
}
