import { build, isBuilt } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { alone } from "./lock.mjs";

export const installed = () => ensure(isInstalled, install);

/** Installs what is missing and builds what has changed; of two starts at once one does it, the other waits. */
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
