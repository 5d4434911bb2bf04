import { execFileSync, spawnSync } from "node:child_process";

export const isRoot = process.getuid?.() === 0;

/** Installs the first of the packages that this release of Debian or Ubuntu has; does nothing on other systems. */
export function installFirst(title, ...packages) {
  if (!isRoot || spawnSync("apt-get", ["--version"]).status !== 0) return;
  console.error(`Installing ${title}…`);
  apt("update");
  packages.some((names) => apt("install", "-y", "--no-install-recommends", ...names.split(" ")));
}

function apt(...command) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["-o", "DPkg::Lock::Timeout=300", ...command], { env, stdio: "pipe" });
    return true;
  } catch (fault) {
    console.error(String(fault.stderr ?? fault.message).trim());
    return false;
  }
}
