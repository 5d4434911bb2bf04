import { AsyncResource } from "node:async_hooks";
import type { z } from "zod";
import { writeAudit } from "./audit";
import { refusalOf } from "../database/constraint";
import { inNewTransaction, autocommit, isAborted, readTransaction, writeTransaction } from "../database/transactions";
import { maskedWithin, outlined } from "../process/mask";
import { counter, highest, histogram } from "../process/metrics";
import { remembered } from "./idempotency";
import { type Call, type Change, type From, messagesOf, type Operation, type StreamOperation } from "./operation";
import { conflict, forbidden, invalid, invalidToken, Refusal } from "./refusal";
import { noteOwnChange, readingFromReplicas } from "../database/replicas";
import type { Asker } from "./roles";

/** One performed operation, for the common log. The response does not wait for it to be written. */
export type Entry = {
  operation: string;
  type: ActionType;
  asker: Asker;
  from: From;
  /** Accepted input with secrets masked. Input that failed to parse is reduced to field names and lengths. */
  input: unknown;
  /** HTTP status: that of the refusal, 500 for a fault, otherwise `From.doneStatus`. */
  status: number;
  /** IDs of the audit rows that the operation wrote. */
  auditIds: number[];
  /** Usernames whose passwords the response revealed. */
  revealed: string[];
};

export type ActionType = "READ" | "CREATE" | "UPDATE" | "DELETE" | "AUTH" | "EXPORT";

/** Limit on the logged input and on the logged query of a request, in bytes of JSON; the log itself cuts further. */
const MOST_LOGGED = 8 * 1024;

let journal: (entry: Entry) => void = () => undefined;
let fault: (error: unknown, what: string) => void = () => undefined;

/** Injected by the process entry point: sinks for performed operations and for faults in work after the commit. */
export function observe(observer: { journal: typeof journal; fault: typeof fault }): void {
  journal = observer.journal;
  fault = observer.fault;
}

const took = histogram("query_seconds", "Time of reads by screens and calls, by operation.", "operation");
const longest = highest(
  "query_longest_seconds",
  "Longest time of an operation since its process started.",
  "operation",
);

const signIns = counter(
  "sign_ins_total",
  "Sign-ins, sign-outs and related operations, by operation and status.",
  "operation",
  "status",
);

function measured({ kind, name, type }: Performable, began: number, status: number): void {
  if (type === "AUTH") signIns.add({ operation: name, status: String(status) });
  if (kind !== "query") return;
  const seconds = (performance.now() - began) / 1000;
  took.observe(seconds, { operation: name });
  longest.see(seconds, { operation: name });
}

type Performable = Operation | StreamOperation;

/** Logs a request that was refused before an operation was found or run. */
export function noteRefused(asker: Asker, from: From, status: number): void {
  const entry = { operation: "", type: typeOf(from), asker, input: {}, status, auditIds: [], revealed: [] };
  journal({ ...entry, from: { ...from, query: outlined(from.query) as From["query"] } });
}

const TYPES: Record<string, ActionType> = { GET: "READ", HEAD: "READ", PUT: "CREATE", DELETE: "DELETE" };
const typeOf = (from: From): ActionType => TYPES[from.method?.split(" ")[0] ?? ""] ?? "UPDATE";

const entryOf = (operation: Performable, asker: Asker, from: From, raw: unknown): Entry => ({
  operation: operation.name,
  type: operation.type ?? (operation.kind === "stream" ? "EXPORT" : operation.kind === "query" ? "READ" : typeOf(from)),
  asker,
  from: { ...from, query: outlined(from.query, operation.secret) as From["query"] },
  input: outlined(raw, operation.secret),
  status: from.doneStatus ?? 200,
  auditIds: [],
  revealed: [],
});

/**
 * Adds the accepted input to the log entry. The query string is not validated, so that of an anonymous request stays
 * reduced to names and lengths.
 */
function noteAccepted(entry: Entry, { secret }: Performable, from: From, input: unknown): void {
  entry.input = maskedWithin(MOST_LOGGED, input, secret);
  if (entry.asker) entry.from.query = maskedWithin(MOST_LOGGED, from.query ?? {}, secret) as From["query"];
}

function permit(operation: Performable, asker: Asker): void {
  if (!operation.allow.admits(asker)) {
    if (asker === null) throw invalidToken();
    throw forbidden(`You may not ${operation.does}.`);
  }
  if (asker?.scope === "health" && !operation.monitoring) {
    throw forbidden(`This token may only read the health of the server; it may not ${operation.does}.`);
  }
  if (operation.kind === "command" && asker?.scope === "read" && operation.type !== "AUTH") {
    throw forbidden(`This token may only read; it may not ${operation.does}.`);
  }
}

function parse<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  const result = schema.safeParse(raw ?? {});
  if (!result.success) throw invalid(messagesOf(result.error));
  return result.data;
}

/** The side effects that an operation requested through its `Call`. */
type Effects = {
  changes: Change[];
  kept: (() => Promise<unknown>)[];
  afterwards: (() => Promise<unknown>)[];
  revealed: string[];
};

const copyOf = ({ changes, kept, afterwards, revealed }: Effects): Effects => ({
  changes: [...changes],
  kept: [...kept],
  afterwards: [...afterwards],
  revealed: [...revealed],
});

function callOf(asker: Asker, from: From, effects: Effects): Call {
  return {
    asker,
    from,
    get actor() {
      if (asker === null) throw invalidToken();
      return asker;
    },
    changed: (change) => void effects.changes.push(change),
    revealed: (usernames) => void effects.revealed.push(...usernames),
    keep: (write) => void effects.kept.push(write),
    after: (act) => void effects.afterwards.push(act),
  };
}

/** Reads from a replica if the operation allows it and the replica already has the account's own last change. */
const maybeElsewhere = <T>({ mayLag }: Performable, asker: Asker, { asOf }: From, body: () => T): T =>
  mayLag ? readingFromReplicas({ since: asker?.changedAt ?? undefined, asOf }, body) : body();

const BUSY = "Somebody else is changing the same records. Please try again.";

/** After the rollback, turns broken constraints, outdated versions (409) and a deadlock that persisted (409) into refusals. */
async function refusingFaults<I extends z.ZodType, T>(
  operation: Operation<I>,
  call: Call,
  input: z.output<I>,
  body: () => Promise<T>,
): Promise<T> {
  try {
    return await body();
  } catch (thrown) {
    if (isAborted(thrown)) throw conflict(BUSY);
    throw (await refusalOf(thrown, () => readTransaction(async () => operation.current?.(call, input)))) ?? thrown;
  }
}

/**
 * The only way to run an operation: checks the permission, parses the input, runs it in a transaction and logs it.
 * Throws a Refusal (401, 403, 409, 422 or one of the operation's own). Any other error propagates as a fault.
 */
export async function perform<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  asker: Asker,
  raw: unknown,
  from: From,
): Promise<z.output<O>> {
  const effects: Effects = { changes: [], kept: [], afterwards: [], revealed: [] };
  const entry = entryOf(operation, asker, from, raw);
  const began = performance.now();
  try {
    permit(operation, asker);
    const input = parse(operation.input, raw);
    noteAccepted(entry, operation, from, input);
    const call = callOf(asker, from, effects);
    const before = await operation.before?.(call, input);
    const prepared = copyOf(effects);
    const answer =
      operation.kind === "query"
        ? await maybeElsewhere(operation, asker, from, () => {
            const run = () => operation.run(call, input, before);
            return operation.single ? autocommit("read", run) : readTransaction(run);
          })
        : await refusingFaults(operation, call, input, () =>
            writeTransaction(() => {
              // Discards the effects of a run that was rolled back because of a deadlock.
              Object.assign(effects, copyOf(prepared));
              return remembered(from, operation.name, asker, input, async () => {
                const result = await operation.run(call, input, before);
                entry.auditIds = await writeAudit(operation.name, asker, effects.changes);
                return result;
              });
            }),
          );
    if (operation.kind === "command") await noteOwnChange(asker);
    for (const act of effects.afterwards) void act().catch((error: unknown) => fault(error, operation.name));
    return operation.output.parse(answer);
  } catch (thrown) {
    entry.status = thrown instanceof Refusal ? thrown.status : 500;
    throw thrown;
  } finally {
    measured(operation, began, entry.status);
    entry.revealed = effects.revealed;
    for (const write of effects.kept) await inNewTransaction(write);
    if (!operation.quiet) journal(entry);
  }
}

/** The rows of a stream. Throws at once for permission and input. No transaction stays open between pages. */
export function performStream<I extends z.ZodType, R>(
  operation: StreamOperation<I, R>,
  asker: Asker,
  raw: unknown,
  from: From,
): AsyncIterable<R> {
  const entry = entryOf(operation, asker, from, raw);
  try {
    permit(operation, asker);
    const call = callOf(asker, from, { changes: [], kept: [], afterwards: [], revealed: entry.revealed });
    const input = parse(operation.input, raw);
    noteAccepted(entry, operation, from, input);
    return maybeElsewhere(operation, asker, from, () => staying(operation.run(call, input)));
  } catch (thrown) {
    entry.status = thrown instanceof Refusal ? thrown.status : 500;
    throw thrown;
  } finally {
    journal(entry);
  }
}

/** Runs each step of a generator in the caller's asynchronous context; by default it runs in that of its consumer. */
function staying<R>(rows: AsyncIterable<R>): AsyncIterable<R> {
  const iterator = rows[Symbol.asyncIterator]();
  const next = AsyncResource.bind(() => iterator.next());
  const end = AsyncResource.bind(
    () => iterator.return?.() ?? Promise.resolve({ done: true as const, value: undefined }),
  );
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
