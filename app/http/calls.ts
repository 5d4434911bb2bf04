import type { z } from "zod";
import type { AnyOperation, AnyStream, Operation, StreamOperation } from "~/gate.server";

/** An operation with what HTTP adds to it. */
export type CallEntry = {
  operation: Operation | StreamOperation;
  status: number;
  cookieNeedsOrigin?: boolean;
  attachment?: () => string;
  /** Takes a form with a file in place of JSON, of at most so many bytes. */
  form?: number;
  /** The answer's `isNew` says whether it is 201 or 200, and is not sent. */
  unlessKnown?: boolean;
  /** What tells two answers apart: whoever sends it along is answered 304 while it is still so. */
  tag?: (answer: never) => string | number;
};
export type Calls = Record<string, CallEntry>;

type Given = AnyOperation | AnyStream | CallEntry;

const isEntry = (given: Given): given is CallEntry => "operation" in given;

/** A room's calls: "METHOD path" → operation. `{name}` in a path is an input of that name. */
export const calls = (table: Record<string, Given>): Calls =>
  Object.fromEntries(
    Object.entries(table).map(([line, given]) => [
      line.replace(/\s+/, " "),
      isEntry(given) ? given : { operation: given as CallEntry["operation"], status: 200 },
    ]),
  );

/** The answer is a new record: 201. */
export const created = (operation: AnyOperation): CallEntry => ({
  operation: operation as Operation,
  status: 201,
});

/** The answer is a new record, or the one that was there already: 201 or 200. */
export const createdUnlessKnown = <O extends z.ZodType<{ isNew: boolean }>>(operation: AnyOperation<O>): CallEntry => ({
  operation: operation as Operation,
  status: 201,
  unlessKnown: true,
});

const KB = 1024;

/** Takes a file of at most `largest` bytes in a form, and answers a new record. */
export const uploaded = (operation: AnyOperation, largest: number): CallEntry => ({
  ...created(operation),
  form: largest + 64 * KB,
});

/** A GET that changes something: a cookie is believed only from our own pages. */
export const guarded = (operation: AnyOperation): CallEntry => ({
  operation: operation as Operation,
  status: 200,
  cookieNeedsOrigin: true,
});

/** A GET that is asked for again and again: its answer carries a weak tag, and none is sent while nothing has changed. */
export const tagged = <O extends z.ZodType>(
  operation: AnyOperation<O>,
  tag: (answer: z.output<O>) => string | number,
): CallEntry => ({ operation: operation as Operation, status: 200, tag: tag });

/** The answer is a file, named when it is asked for. */
export const attached = (operation: AnyStream<string>, name: () => string): CallEntry => ({
  operation: operation as StreamOperation,
  status: 200,
  attachment: name,
});
