import { getZodConstraint } from "@conform-to/zod/v4";
import type { Operation } from "~/gate.server";

/** What the browser can check by itself, out of an operation's schema: required, lengths, bounds, patterns. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- forms name operations with inputs of every kind
export const constraintOf = (operation: Operation<any, any>) => getZodConstraint(operation.input);
