import { AsyncLocalStorage } from "node:async_hooks";

const fixed = new AsyncLocalStorage<Date>();

/** The present moment. Everything that depends on "now" asks here, so that a test can live on another day. */
export function now(): Date {
  return new Date(fixed.getStore()?.getTime() ?? Date.now());
}

/** Runs `body` as if it happened at `moment`. */
export function at<T>(moment: Date | string, body: () => T): T {
  return fixed.run(new Date(moment), body);
}
