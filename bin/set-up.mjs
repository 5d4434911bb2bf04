import { build, isBuilt } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { alone } from "./lock.mjs";

export const installed = () => ensure(isInstalled, install);

/**
 * Installs missing packages and builds changed sources. If two starts run at once, one does the work and the other
 * waits.
 */
export async function built() {
  await installed();
  await ensure(isBuilt, build);
}

async function ensure(isDone, act) {
  if (isDone()) return;
  await alone(async () => {
    if (!isDone()) await act();
  });
}
