import { build, isBuilt } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";

/** Installs missing packages: those that a start needs, or `all` that the project uses. */
export const ensureInstalled = (group = "start") =>
  ensure(
    () => isInstalled(group),
    () => install(group),
  );

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
