import { z } from "zod";
import { getZodConstraint } from "@conform-to/zod/v4";
import type { AnyOperation } from "~/gate.server";

/**
 * The constraints that the browser can check, derived from an operation's schema: required, lengths, bounds, patterns.
 * `required` lists fields of an update that a call may omit but a form may not leave empty.
 */
export function constraintOf(operation: AnyOperation, required: readonly string[] = []) {
  const constraint = getZodConstraint(operation.input as z.ZodType);
  const { shape = {} } = operation.input as { shape?: Record<string, z.ZodType> };
  // Conform marks every union as required, even an optional one.
  const optional = Object.keys(shape).filter(
    (name) => shape[name] instanceof z.core.$ZodOptional || shape[name]?.safeParse(undefined).success,
  );
  return {
    ...constraint,
    ...Object.fromEntries(optional.map((name) => [name, { ...constraint[name], required: false }])),
    ...Object.fromEntries(required.map((name) => [name, { ...constraint[name], required: true }])),
  };
}
