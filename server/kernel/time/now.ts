import { AsyncLocalStorage } from "node:async_hooks";

const fixed = new AsyncLocalStorage<Date>();

/** The current time. Code that depends on it calls this function, so that tests can run at another time. */
export function now(): Date {
  return new Date(fixed.getStore()?.getTime() ?? Date.now());
}

/** Runs `body` with the clock fixed at `moment`. */
export function withFixedTime<T>(moment: Date | string, body: () => T): T {
  return fixed.run(new Date(moment), body);
}
