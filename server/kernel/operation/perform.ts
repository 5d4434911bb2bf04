import type { z } from "zod";
import { describeLastSave, writeAudit } from "./audit";
import { toRefusal } from "./constraint";
import { inNewTransaction, autocommit, isAborted, readTransaction, writeTransaction } from "../database/transactions";
import { maskWithin, outline } from "../process/mask";
import { counter, highest, histogram } from "../process/metrics";
import { afterCatchUp, catchUp } from "./catch-up";
import { inCurrentContext, inTurn, partsInTurn, recordIfLimited } from "./turns";
import { idempotent } from "./idempotency";
import { type Call, type CallOrigin, messagesOf, type Operation, type StreamOperation } from "./operation";
import { requireConfirmation, requirePermission } from "./permission";
import { conflict, invalid, invalidToken, Refusal } from "./refusal";
import type { Change } from "../database/records";
import { recordOwnChange, withReplicaReads } from "../database/replicas";
import type { Caller } from "./roles";

type ActionType = NonNullable<Operation["type"]>;

/** One performed operation, for the common log. The response does not wait for it to be written. */
export type LogEntry = {
  operation: string;
  type: ActionType;
  caller: Caller;
  from: CallOrigin;
  /** Accepted input with secrets masked. Input that failed to parse is reduced to field names and lengths. */
  input: unknown;
  /** HTTP status: that of the refusal, 500 for a fault, otherwise `CallOrigin.doneStatus`. */
  status: number;
  /** IDs of the audit rows that the operation wrote. */
  auditIds: number[];
  /** Usernames whose passwords the response revealed. */
  revealed: string[];
};

/** Limit on the logged input and on the logged query of a request, in bytes of JSON; the log itself cuts further. */
const MAX_LOGGED_BYTES = 8 * 1024;

let journal: (entry: LogEntry) => void = () => undefined;

/** Injected by the process entry point: the sink for performed operations. */
export function setJournal(record: typeof journal): void {
  journal = record;
}

const queryTimes = histogram("query_seconds", "Time of reads by screens and calls, by operation.", "operation");
const LONGEST = "Longest time of an operation since its process started.";
const longestTimes = highest("query_longest_seconds", LONGEST, "operation");

const SIGN_INS = "Sign-ins, sign-outs and related operations, by operation and status.";
const signIns = counter("sign_ins_total", SIGN_INS, "operation", "status");

function recordMetrics({ kind, name, type }: Performable, began: number, status: number): void {
  if (type === "AUTH") signIns.add({ operation: name, status: String(status) });
  if (kind !== "query") return;
  const seconds = (performance.now() - began) / 1000;
  queryTimes.observe(seconds, { operation: name });
  longestTimes.observe(seconds, { operation: name });
}

type Performable = Operation | StreamOperation;

/** Logs a request that was refused before an operation was found or run. */
export function logRefused(caller: Caller, from: CallOrigin, status: number): void {
  const entry = { operation: "", type: typeOf(from), caller, input: {}, status, auditIds: [], revealed: [] };
  journal({ ...entry, from: { ...from, query: outline(from.query) as CallOrigin["query"] } });
}

const TYPES: Record<string, ActionType> = { GET: "READ", HEAD: "READ", PUT: "CREATE", DELETE: "DELETE" };
const typeOf = (from: CallOrigin): ActionType => TYPES[from.method?.split(" ")[0] ?? ""] ?? "UPDATE";

const newEntry = (operation: Performable, caller: Caller, from: CallOrigin, raw: unknown): LogEntry => ({
  operation: operation.name,
  type: operation.type ?? (operation.kind === "stream" ? "EXPORT" : operation.kind === "query" ? "READ" : typeOf(from)),
  caller,
  from: { ...from, query: outline(from.query, operation.secret) as CallOrigin["query"] },
  input: outline(raw, operation.secret),
  status: from.doneStatus ?? 200,
  auditIds: [],
  revealed: [],
});

/**
 * Adds the accepted input to the log entry. The query string is not validated, so that of an anonymous request stays
 * reduced to names and lengths.
 */
function logAccepted(entry: LogEntry, operation: Performable, from: CallOrigin, input: unknown): void {
  const { secret } = operation;
  entry.input = maskWithin(MAX_LOGGED_BYTES, operation.logged?.(input) ?? input, secret);
  if (entry.caller) entry.from.query = maskWithin(MAX_LOGGED_BYTES, from.query ?? {}, secret) as CallOrigin["query"];
}

function accepted<T>(
  result: z.ZodSafeParseResult<T>,
  { channel }: CallOrigin,
  { allowed }: Performable,
  caller: Caller,
): T {
  if (result.success) return result.data;
  if (channel !== "call") throw invalid(messagesOf(result.error));
  throw invalid(messagesOf(result.error, { allowed: caller ? allowed?.(caller) : undefined }));
}

/** The side effects that an operation requested through its `Call`. */
type Effects = {
  changes: Change[];
  onSettled: (() => Promise<unknown>)[];
  revealed: string[];
};

const copyEffects = ({ changes, onSettled, revealed }: Effects): Effects => ({
  ...{ changes: [...changes], onSettled: [...onSettled], revealed: [...revealed] },
});

function createCall(caller: Caller, from: CallOrigin, effects: Effects): Call {
  return {
    caller,
    from,
    get actor() {
      if (caller === null) throw invalidToken();
      return caller;
    },
    changed: (change) => void effects.changes.push(change),
    revealed: (usernames) => void effects.revealed.push(...usernames),
    saveAs: (filename) => from.saveAs?.(filename),
    onSettled: (write) => void effects.onSettled.push(write),
  };
}

/** Reads from a replica if the operation allows it and the replica already has the account's own last change. */
const withReplicasIfAllowed = <T>({ mayLag }: Performable, caller: Caller, { asOf }: CallOrigin, body: () => T): T =>
  mayLag ? withReplicaReads({ since: caller?.changedAt ?? undefined, asOf }, body) : body();

/** After the rollback, turns broken constraints, outdated versions (409) and a deadlock that persisted (409) into refusals. */
async function translateErrors<I extends z.ZodType, T>(
  operation: Operation<I>,
  call: Call,
  input: z.output<I>,
  body: () => Promise<T>,
): Promise<T> {
  try {
    return await body();
  } catch (error) {
    if (isAborted(error)) throw conflict("Somebody else is changing the same records. Please try again.");
    const outdated = async () => ({
      message: await describeLastSave(call.caller, operation.audited?.(call, input)),
      current: await operation.current?.(call, input),
    });
    throw (await toRefusal(error, () => readTransaction(outdated))) ?? error;
  }
}

/**
 * The only way to run an operation: checks the permission, parses the input, runs it in a transaction and logs it.
 * Throws a Refusal (401, 403, 409, 422 or one of the operation's own). Any other error propagates as a fault.
 */
export async function perform<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  caller: Caller,
  raw: unknown,
  from: CallOrigin,
): Promise<z.output<O>> {
  const effects: Effects = { changes: [], onSettled: [], revealed: [] };
  const entry = newEntry(operation, caller, from, raw);
  const began = performance.now();
  try {
    requirePermission(operation, caller, from);
    // Long HTML is cleaned in a thread.
    const input = accepted(await operation.input.safeParseAsync(raw ?? {}), from, operation, caller);
    logAccepted(entry, operation, from, input);
    const call = createCall(caller, from, effects);
    await requireConfirmation(operation, call, input);
    await catchUp(operation);
    const before = await operation.before?.(call, input);
    const prepared = copyEffects(effects);
    const output =
      operation.kind === "query"
        ? await inTurn(operation, caller, () =>
            withReplicasIfAllowed(operation, caller, from, () => {
              const run = () => operation.run(call, input, before);
              return operation.autocommit ? autocommit("read", run) : readTransaction(run);
            }),
          )
        : await translateErrors(operation, call, input, () =>
            writeTransaction(() => {
              // Discards the effects of a run that was rolled back because of a deadlock.
              Object.assign(effects, copyEffects(prepared));
              return idempotent(from, operation.name, caller, input, async () => {
                const result = await operation.run(call, input, before);
                entry.auditIds = await writeAudit(operation.name, caller, effects.changes);
                return result;
              });
            }),
          );
    if (operation.kind === "command") await recordOwnChange(caller?.accountId);
    return operation.output.parse(output);
  } catch (error) {
    entry.status = error instanceof Refusal ? error.status : 500;
    recordIfLimited(error, operation, caller, from);
    throw error;
  } finally {
    recordMetrics(operation, began, entry.status);
    entry.revealed = effects.revealed;
    if (entry.revealed.length > 0) from.revealing?.();
    for (const write of effects.onSettled) await inNewTransaction(write);
    if (!operation.quiet) journal(entry);
  }
}

/** The rows of a stream. Throws at once for permission and input. No transaction stays open between pages. */
export function performStream<I extends z.ZodType, R>(
  operation: StreamOperation<I, R>,
  caller: Caller,
  raw: unknown,
  from: CallOrigin,
): AsyncIterable<R> {
  const entry = newEntry(operation, caller, from, raw);
  try {
    requirePermission(operation, caller, from);
    const call = createCall(caller, from, { changes: [], onSettled: [], revealed: entry.revealed });
    const input = accepted(operation.input.safeParse(raw ?? {}), from, operation, caller);
    logAccepted(entry, operation, from, input);
    const parts = withReplicasIfAllowed(operation, caller, from, () =>
      inCurrentContext(afterCatchUp(operation, () => operation.run(call, input))),
    );
    return partsInTurn(operation, caller, from, parts);
  } catch (error) {
    entry.status = error instanceof Refusal ? error.status : 500;
    throw error;
  } finally {
    journal(entry);
  }
}
