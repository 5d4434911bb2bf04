import { build, isBuilt } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";

export const ensureInstalled = () => ensure(isInstalled, install);

/**
 * Installs missing packages and builds changed sources. If two starts run at once, one does the work and the other
 * waits.
 */
export async function ensureBuilt() {
  await ensureInstalled();
  await ensure(isBuilt, build);
}

async function ensure(isDone, act) {
  if (isDone()) return;
  await withLock(async () => {
    if (!isDone()) await act();
  });
}
