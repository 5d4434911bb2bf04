import { register } from "prom-client";
import { vi } from "vitest";

const settings = { ...process.env };
const globals = new Set(Object.keys(globalThis));
const timers = new Set<NodeJS.Timeout>();
const repeat = globalThis.setInterval;

/** From now on, notes the timers that a test file starts. */
export function noteTimers(): void {
  globalThis.setInterval = ((...args: Parameters<typeof repeat>) => {
    const timer = repeat(...args);
    timers.add(timer);
    return timer;
  }) as typeof repeat;
}

/**
 * Files that share a process load the modules of the product again. This ends what outlives these: repeating timers,
 * settings in the environment, values kept on `globalThis`, metrics.
 */
export function leaveNothing(): void {
  globalThis.setInterval = repeat;
  timers.forEach(clearInterval);
  for (const name of Object.keys(process.env)) if (!(name in settings)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, settings);
  for (const name of Object.keys(globalThis)) if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
  register.clear();
  vi.resetModules();
}
