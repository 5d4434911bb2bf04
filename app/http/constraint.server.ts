import { getZodConstraint } from "@conform-to/zod/v4";
import type { Operation } from "~/gate.server";

/**
 * What the browser can check by itself, out of an operation's schema: required, lengths, bounds, patterns. `required`
 * names the fields of an update that a call may leave out and a form may not leave empty.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- forms name operations with inputs of every kind
export function constraintOf(operation: Operation<any, any>, required: readonly string[] = []) {
  const constraint = getZodConstraint(operation.input);
  return {
    ...constraint,
    ...Object.fromEntries(required.map((name) => [name, { ...constraint[name], required: true }])),
  };
}
