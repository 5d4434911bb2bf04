import type { z } from "zod";
import type { AnyOperation, AnyStream, Operation, StreamOperation } from "~/gate.server";

/** An operation and its HTTP settings. */
export type CallEntry = {
  operation: Operation | StreamOperation;
  status: number;
  cookieNeedsOrigin?: boolean;
  attachment?: () => string;
  /** The call takes a multipart form with a file in place of JSON. Maximum size in bytes. */
  form?: number;
  /** The bearer is the secret of a site: the input `secret`. */
  bySecret?: boolean;
  /** `isNew` in the answer selects the status (201 or 200) and is removed from the body. */
  unlessKnown?: boolean;
  /** The value of the ETag, if programs compute it themselves. By default it is a hash of the answer. */
  tag?: (answer: never) => string | number;
  /** The UTC day since which programs should use another call. */
  deprecatedSince?: string;
  /** The UTC day until which a deprecated call works at least. */
  sunset?: string;
};
export type Calls = Record<string, CallEntry>;

type CallDefinition = AnyOperation | AnyStream | CallEntry;

const isEntry = (definition: CallDefinition): definition is CallEntry => "operation" in definition;

/** The calls of a module: "METHOD path" → operation. `{name}` in a path is an input of that name. */
export const calls = (table: Record<string, CallDefinition>): Calls =>
  Object.fromEntries(
    Object.entries(table).map(([line, definition]) => [
      line.replace(/\s+/, " "),
      isEntry(definition) ? definition : { operation: definition as CallEntry["operation"], status: 200 },
    ]),
  );

/** The answer is a new record: 201. */
export const created = (operation: AnyOperation): CallEntry => ({
  operation: operation as Operation,
  status: 201,
});

/** Sites call it with their secret, as the bearer or in the query. */
export const bySecret = (operation: AnyOperation): CallEntry => ({
  operation: operation as Operation,
  status: 200,
  bySecret: true,
});

/** The answer is a new record (201) or an existing one (200). */
export const createdUnlessKnown = <O extends z.ZodType<{ isNew: boolean }>>(operation: AnyOperation<O>): CallEntry => ({
  operation: operation as Operation,
  status: 201,
  unlessKnown: true,
});

const KB = 1024;

/** Takes a file of at most `largest` bytes in a form; the answer is a new record. */
export const uploaded = (operation: AnyOperation, largest: number): CallEntry => ({
  ...created(operation),
  form: largest + 64 * KB,
});

/** A deprecated GET with side effects. With a cookie it is accepted only from our own pages. */
export const writingGet = (operation: AnyOperation): CallEntry => ({
  operation: operation as Operation,
  status: 200,
  cookieNeedsOrigin: true,
  deprecatedSince: "2026-11-24",
  sunset: "2027-11-24",
});

/** The badge of every page polls this call and knows the ETag of what it shows. */
export const tagged = <O extends z.ZodType>(
  operation: AnyOperation<O>,
  tag: (answer: z.output<O>) => string | number,
): CallEntry => ({ operation: operation as Operation, status: 200, tag });

/** The answer is a file. `name` is called for each download. */
export const attached = (operation: AnyStream<string>, name: () => string): CallEntry => ({
  operation: operation as StreamOperation,
  status: 200,
  attachment: name,
});
