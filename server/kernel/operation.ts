import "./input-words";
import type { z } from "zod";
import type { FieldMessages } from "./refusal";
import type { Actor, Asker, Rule } from "./roles";

/** Where a request came from, as far as rules and logs care. */
export type From = {
  /** "call" and "form" leave a row in the common log, "page" (loaders) where it shows passwords, "program" none. */
  channel: "call" | "form" | "page" | "program";
  ip: string | null;
  userAgent: string;
  /** "POST /api/offices/search"; the path of the screen for forms. */
  method?: string;
  query?: Record<string, unknown>;
  requestId?: string;
  /** HTTP status of the answer when it is done: 200, 201 or 302. */
  doneStatus?: number;
  /** Key of a request that may come twice (a form's formId, Idempotency-Key): the second gets the first's answer. */
  once?: string;
  /** A repeat under the key must bring the same input (Idempotency-Key); that of a form need not. */
  sameInput?: boolean;
  /** Hears of which moment the answer is (milliseconds since 1970) where a replica gave it. */
  asOf?: (moment: number) => void;
};

export type Change = {
  /** The kind of record, in the singular: "office", "agent". */
  record: string;
  id: number | string;
  /** Only what changed, of both; null where there was or is nothing. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Whose account the change is about, where it is one. */
  onBehalfOf?: number;
  /** The maker of the link or token, where it is not the one of the asking account. */
  by?: string | null;
};

/** What an operation's `run` gets beside its input. */
export type Call = {
  /** The signed-in account. Operations open to anyone use `asker`. */
  readonly actor: Actor;
  readonly asker: Asker;
  readonly from: From;
  /** Leaves an audit row in the transaction of the command. */
  changed: (change: Change) => void;
  /** A write that outlives a refusal: it runs after the transaction has ended, whichever way. */
  keep: (write: () => Promise<unknown>) => void;
  /** Whose sealed passwords the answer shows: the common log names them, in a row of its own where a page shows them. */
  revealed: (usernames: readonly string[]) => void;
  /** An act for after the commit, off the answer's path (a mail). Not run when the command is undone. */
  after: (act: () => Promise<unknown>) => void;
};

export type Kind = "query" | "command" | "stream";

type Described<I extends z.ZodType> = {
  /** "offices.setStatus": log, metrics, OpenAPI operationId. */
  name: string;
  /** Completes "You may not …". */
  does: string;
  allow: Rule;
  /** The same schema for form, JSON and OpenAPI. Forms and query strings are coerced to it before. */
  input: I;
  /** Action type of the common log, where the HTTP method does not tell it. */
  type?: "READ" | "CREATE" | "UPDATE" | "DELETE" | "AUTH" | "EXPORT";
  /** A client token of scope "health" may run it; every other operation refuses such a token. */
  monitoring?: boolean;
  /** Input keys whose values never reach a log, beside those that are masked by their name everywhere. */
  secret?: readonly string[];
  /** Leaves no row in the common log: polls. */
  quiet?: boolean;
  /** It is a query of a single statement, which needs no transaction: what every page asks. */
  single?: boolean;
  /** What it reads may be some seconds old, and its answer says so: a replica may give it (reports and logs). */
  mayLag?: boolean;
};

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, B = unknown> = Described<I> & {
  kind: "query" | "command";
  /** What leaves the house: unknown keys are dropped. */
  output: O;
  /**
   * Work before the transaction, with transactions of its own: what must not hold a connection (a password's hash)
   * and what is counted whatever comes after (a try to sign in). `run` gets what it answers.
   */
  before?(call: Call, input: z.output<I>): Promise<B>;
  run(call: Call, input: z.output<I>, before: B): Promise<z.input<O>>;
  /** What the record is now, for the 409 of an update that was made from an older version of it. */
  current?(call: Call, input: z.output<I>): Promise<unknown>;
};

export type StreamOperation<I extends z.ZodType = z.ZodType, R = unknown> = Described<I> & {
  kind: "stream";
  /** Rows one after another; each page of them is a statement of its own. Starts only when asked for the first. */
  run(call: Call, input: z.output<I>): AsyncIterable<R>;
};

/** What is asked for with an input of any kind: tables, screens and forms name operations of all rooms. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- an input is taken and handed on: no one type admits all
export type AnyOperation<O extends z.ZodType = z.ZodType> = Operation<any, O>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export type AnyStream<R = unknown> = StreamOperation<any, R>;

export const query = <I extends z.ZodType, O extends z.ZodType, B = unknown>(
  operation: Omit<Operation<I, O, B>, "kind">,
): Operation<I, O> => ({ ...operation, kind: "query" });

export const command = <I extends z.ZodType, O extends z.ZodType, B = unknown>(
  operation: Omit<Operation<I, O, B>, "kind">,
): Operation<I, O> => ({ ...operation, kind: "command" });

export const stream = <I extends z.ZodType, R>(
  operation: Omit<StreamOperation<I, R>, "kind">,
): StreamOperation<I, R> => ({ ...operation, kind: "stream" });

/** Messages of a failed parse by field; a nested path is written a.b[0]. */
export function messagesOf(error: z.ZodError): FieldMessages {
  const messages: FieldMessages = {};
  for (const issue of error.issues) {
    const name = issue.path.reduce<string>(
      (path, part) => (typeof part === "number" ? `${path}[${part}]` : path ? `${path}.${String(part)}` : String(part)),
      "",
    );
    (messages[name || "_form"] ??= []).push(issue.message);
  }
  return messages;
}
