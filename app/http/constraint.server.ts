import { getZodConstraint } from "@conform-to/zod/v4";
import type { AnyOperation } from "~/gate.server";

/**
 * What the browser can check by itself, out of an operation's schema: required, lengths, bounds, patterns. `required`
 * names the fields of an update that a call may leave out and a form may not leave empty.
 */
export function constraintOf(operation: AnyOperation, required: readonly string[] = []) {
  const constraint = getZodConstraint(operation.input);
  return {
    ...constraint,
    ...Object.fromEntries(required.map((name) => [name, { ...constraint[name], required: true }])),
  };
}
