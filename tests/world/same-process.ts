import { register } from "prom-client";
import { vi } from "vitest";

const settings = { ...process.env };
const globals = new Set(Object.keys(globalThis));
const timers = new Set<NodeJS.Timeout>();
const repeat = globalThis.setInterval;

/**
 * Loading the product takes longer than most files of `npm test` and than most mutants. The other files break what modules
 * hold, such as connections, and load them again.
 */
const KEEPS_MODULES = process.env.SUITE === "basic" || process.env.MUTATION === "on";

/** Loaded modules hold on to the object that says which mutant is active. */
const isKept = (name: string): boolean => globals.has(name) || name.startsWith("__stryker");

/** From now on, notes the timers that a test file starts. */
export function noteTimers(): void {
  globalThis.setInterval = ((...args: Parameters<typeof repeat>) => {
    const timer = repeat(...args);
    timers.add(timer);
    return timer;
  }) as typeof repeat;
}

/**
 * Files that share a process may share the modules of the product. This ends what a file may leave in them or beside them:
 * repeating timers, settings in the environment, values kept on `globalThis`, counts.
 */
export function leaveNothing(): void {
  globalThis.setInterval = repeat;
  timers.forEach(clearInterval);
  for (const name of Object.keys(process.env)) if (!(name in settings)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, settings);
  for (const name of Object.keys(globalThis)) if (!isKept(name)) Reflect.deleteProperty(globalThis, name);
  register.resetMetrics();
  if (!KEEPS_MODULES) vi.resetModules();
}
