import "../text/input-messages";
import type { z } from "zod";
import type { Change } from "../database/records";
import type { Statement } from "../database/sql";
import type { FieldMessages } from "./refusal";
import type { Actor, Area, Caller, Due, Rule } from "./roles";

/** The origin of a request, for rules and logs. */
export type CallOrigin = {
  /** "call" and "form" write a row to the common log, "page" (loaders) only if it reveals passwords, "program" none. */
  channel: "call" | "form" | "page" | "program";
  ip: string | null;
  userAgent: string;
  /** Method and path, such as "POST /api/offices/search"; for forms, the path of the screen. */
  method?: string;
  query?: Record<string, unknown>;
  /** The area of the JSON call. Screens, exports and programs on the server have none. */
  area?: Area | undefined;
  requestId?: string;
  /** HTTP status of a successful response: 200, 201 or 302. Default: 200. */
  doneStatus?: number;
  /** Key of a request that may be repeated (a form's formId, Idempotency-Key): a repeat gets the first response. */
  once?: string;
  /** A repeat under the same key must have the same input. True for Idempotency-Key, not for forms. */
  sameInput?: boolean;
  /** The tokens of the last sessions that were opened in this browser, the newest first. They grant no access. */
  formerSessions?: () => readonly string[];
  /** Called if the answer is the stored one of an earlier request with the same key. */
  replayed?: () => void;
  /** Called with the moment that a replica's data reflects (milliseconds since 1970). Not called for the primary. */
  asOf?: (moment: number) => void;
  /** Called if the response has readable passwords. */
  revealing?: () => void;
  /** Called with the file name of an export, before its first part. */
  saveAs?: (filename: string) => void;
};

/** The context passed to an operation's `run` along with its input. */
export type Call = {
  /** The signed-in account. Throws 401 if there is none; operations open to anyone use `caller`. */
  readonly actor: Actor;
  readonly caller: Caller;
  readonly from: CallOrigin;
  /** Writes an audit row in the command's transaction. */
  changed: (change: Change) => void;
  /** Schedules a write that survives a refusal: it runs after the transaction has committed or rolled back. */
  onSettled: (write: () => Promise<unknown>) => void;
  /** Usernames whose sealed passwords the response reveals, for the common log. A page that reveals any gets a row. */
  revealed: (usernames: readonly string[]) => void;
  /** Names the file of an export. Has to be called before its first part. */
  saveAs: (filename: string) => void;
};

export type Kind = "query" | "command" | "stream";

export type ActionType = "READ" | "CREATE" | "UPDATE" | "DELETE" | "AUTH" | "EXPORT";

/** True for every input, or the function's answer for this one. */
export type Condition<I> = true | { when(call: Call, input: I): boolean | Promise<boolean> }["when"];

/** The demands of an operation on the session, beside its permission. */
export type Guarded<I> = {
  /**
   * Changes the credentials of an account, or who has any: refused for client tokens, the sessions that these open, and
   * sessions that somebody else opened. A function where only some inputs do.
   */
  credentials?: Condition<I>;
  /** Needs the person's password of the last 15 minutes (403 `CONFIRM`). A function where only some inputs do. */
  confirmed?: Condition<I>;
};

type OperationOptions<I extends z.ZodType> = Guarded<z.output<I>> & {
  /** Such as "offices.setStatus". Used in the log, the metrics and as the OpenAPI operationId. */
  name: string;
  /** Completes "You may not …". */
  does: string;
  allow: Rule;
  /** One schema for forms, JSON and OpenAPI. Forms and query strings are coerced to its types before parsing. */
  input: I;
  /** The values of inputs that the role of the account has, by name, where they are fewer than those of the schema. */
  allowed?: (actor: Actor) => Readonly<Record<string, readonly string[]>>;
  /** Action type in the common log. Default: READ for a query, EXPORT for a stream. A command states what it does. */
  type?: ActionType;
  /** Client tokens of scope "health" may run it. All other operations refuse them. */
  monitoring?: boolean;
  /** Also for those who only view the account: to leave it. */
  viewing?: boolean;
  /** Also for those who have this to do before anything else: to do so, or to leave. */
  whileDue?: readonly Due[];
  /** Input keys whose values are never logged, in addition to those that `mask.ts` masks by name. */
  secret?: readonly string[];
  /** The accepted input as the common log keeps it. Default: all of it, with secrets masked. */
  logged?(input: z.output<I>): unknown;
  /** Writes no row to the common log. For polling. */
  quiet?: boolean;
  /** The query is a single statement and runs without a transaction. For queries that every page runs. */
  autocommit?: boolean;
  /** May read data that is a few seconds old from a replica; the response states its age (reports and logs). */
  mayLag?: boolean;
  /** Reads or returns much: an account runs two of these at a time, and the others wait (`turns.ts`). */
  heavy?: boolean;
  /** Includes the clicks that this server has acknowledged so far. All operations that may lag do. */
  countsClicks?: boolean;
};

export type Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  B = unknown,
> = OperationOptions<I> & {
  kind: "query" | "command";
  /** The schema of the response. Unknown keys are dropped. */
  output: O;
  /**
   * Runs before the transaction and may open its own: for work that must not occupy a connection (hashing a password)
   * and for counts that must survive a rollback (sign-in attempts). Its result is passed to `run`.
   */
  before?(call: Call, input: z.output<I>): Promise<B>;
  run(call: Call, input: z.output<I>, before: B): Promise<z.input<O>>;
  /** The present state of the record, returned with the 409 for an update of an outdated version. */
  current?(call: Call, input: z.output<I>): Promise<unknown>;
  /** Selects the keys of the record's rows in the audit (`auditKey`), so that the same 409 names who saved it. */
  audited?(call: Call, input: z.output<I>): Statement;
};

export type StreamOperation<I extends z.ZodType = z.ZodType, R = unknown> = OperationOptions<I> & {
  kind: "stream";
  /** Yields rows in order; each page of rows is a separate statement. Starts when the first row is requested. */
  run(call: Call, input: z.output<I>): AsyncIterable<R>;
};

/** An operation with any input, for tables, screens and forms, which use operations of every module. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- inputs are passed on: no single type fits all of them
export type AnyOperation<O extends z.ZodType = z.ZodType> = Operation<any, O>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export type AnyStream<R = unknown> = StreamOperation<any, R>;

export const query = <I extends z.ZodType, O extends z.ZodType, B = unknown>(
  operation: Omit<Operation<I, O, B>, "kind">,
): Operation<I, O> => ({ ...operation, kind: "query" });

/** A command states its type in the log: forms create and delete by POST, so the method does not imply it. */
export const command = <I extends z.ZodType, O extends z.ZodType, B = unknown>(
  operation: Omit<Operation<I, O, B>, "kind"> & { type: ActionType },
): Operation<I, O> => ({ ...operation, kind: "command" });

export const stream = <I extends z.ZodType, R>(
  operation: Omit<StreamOperation<I, R>, "kind">,
): StreamOperation<I, R> => ({ ...operation, kind: "stream" });

/**
 * Messages of a failed parse by field. A nested path is written a.b[0]; messages without a path are under `_form`.
 * `forProgram` says which values and types would be right, which people see in their form.
 */
export function messagesOf(error: z.ZodError, forProgram?: ForProgram): FieldMessages {
  const messages: FieldMessages = {};
  for (const issue of error.issues) {
    const name = issue.path.reduce<string>(
      (path, part) => (typeof part === "number" ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
      "",
    );
    (messages[name || "_form"] ??= []).push(forProgram ? worded(issue, forProgram.allowed?.[name]) : issue.message);
  }
  return messages;
}

type ForProgram = { allowed?: Readonly<Record<string, readonly string[]>> | undefined };

/** Choices from a list are IDs for programs, which have no list. */
const CHOOSE = /^Please (choose|select) .* from the list\.$/;

function worded(issue: z.core.$ZodIssue, allowed: readonly string[] | undefined): string {
  if (allowed) return `${issue.message} Allowed: ${allowed.join(", ")}.`;
  if (CHOOSE.test(issue.message) && isOfNumber(issue)) return "Please send the ID of a record, a whole number from 1.";
  return issue.message + expectation(issue);
}

const isOfNumber = (issue: z.core.$ZodIssue): boolean =>
  issue.code === "invalid_type"
    ? ["int", "number"].includes(issue.expected)
    : ["too_small", "too_big"].includes(issue.code) &&
      "origin" in issue &&
      ["int", "number"].includes(String(issue.origin));

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.expected === "boolean") return " Expected true or false.";
  // An empty filter is allowed, but it has no name.
  const values = allowedBy(issue).filter((value) => value !== "");
  if (values.length > 0)
    return values.every((value) => issue.message.includes(value)) ? "" : ` Allowed: ${values.join(", ")}.`;
  if (issue.code !== "invalid_type") return "";
  if (issue.expected === "int" && !issue.message.includes("number")) return " Expected a whole number.";
  return "";
}

/** The values that an enumeration takes, also one of several kinds; empty where others are right, too. */
function allowedBy(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code === "invalid_type" && issue.expected === "boolean") return ["true", "false"];
  if (issue.code !== "invalid_union") return [];
  const kinds = issue.errors.map((issues) => issues.flatMap(allowedBy));
  return kinds.every((values) => values.length > 0) ? kinds.flat() : [];
}
