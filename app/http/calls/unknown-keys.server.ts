import { unwrap } from "~/gate.server";
import { z } from "zod";
import type { AnyOperation, AnyStream } from "~/gate.server";

/** Keys of a body or query that the call does not take. They have no effect, so a misspelled one must not go unnoticed. */

/** `field` is the path of the key as in refusals: `criteria[0].feild`. */
export type Warning = { field: string; message: string };

const MAX_WARNINGS = 20;

/** The first 20 unknown keys, at any depth, in the order in which they were sent. */
export function unknownKeys(schema: z.ZodType, value: unknown, path = ""): Warning[] {
  const expected = unwrap(schema);
  if (expected instanceof z.ZodArray && Array.isArray(value)) {
    const element = expected.element as z.ZodType;
    return firstOf(value.map((item, i) => () => unknownKeys(element, item, `${path}[${i}]`)));
  }
  if (!(expected instanceof z.ZodObject) || !isRecord(value) || expected.def.catchall) return [];
  const fields = expected.shape as Record<string, z.ZodType>;
  return firstOf(
    Object.entries(value).map(([key, item]) => () => {
      const field = path ? `${path}.${key}` : key;
      const inner = Object.hasOwn(fields, key) ? fields[key] : undefined;
      return inner ? unknownKeys(inner, item, field) : [{ field, message: messageOf(Object.keys(fields)) }];
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Runs the checks until enough warnings are found: a body may have 1,000 keys. */
function firstOf(checks: (() => Warning[])[]): Warning[] {
  const found: Warning[] = [];
  for (const check of checks) {
    if (found.length >= MAX_WARNINGS) break;
    found.push(...check());
  }
  return found.slice(0, MAX_WARNINGS);
}

const messageOf = (known: string[]): string =>
  known.length === 0
    ? "There is no such key; none are taken here."
    : `There is no such key. Keys: ${known.join(", ")}.`;

/** The same operation with an input that is refused for each of the warnings, after the caller's permission. */
export const rejecting = <O extends AnyOperation | AnyStream>(operation: O, warnings: Warning[]): O => ({
  ...operation,
  input: z.unknown().superRefine((_value, context) => {
    for (const { field, message } of warnings) context.addIssue({ code: "custom", path: [field], message });
  }),
});
