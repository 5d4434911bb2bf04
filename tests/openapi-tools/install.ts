import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

/** The tools have packages of their own, with a lock file, because they are larger than the product and its tests. */
export const TOOLS = path.resolve(".cache/openapi-tools");
const OURS = path.resolve("tests/openapi-tools");
const FILES = ["package.json", "package-lock.json"];

/** Installs the tools where they are not yet as the lock file says. Takes minutes the first time, and the registry. */
export async function installTools(): Promise<void> {
  const wanted = createHash("sha256");
  for (const file of FILES) wanted.update(readFileSync(path.join(OURS, file)));
  const mark = wanted.digest("hex");
  const stamp = path.join(TOOLS, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === mark) return;
  mkdirSync(TOOLS, { recursive: true });
  for (const file of FILES) copyFileSync(path.join(OURS, file), path.join(TOOLS, file));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await promisify(execFile)("npm", ["ci", ...options], { cwd: TOOLS });
  writeFileSync(stamp, mark);
}

/** The program of a package, which Node runs, and its arguments. */
export function program(name: string, ...args: readonly string[]): string[] {
  return [path.join(TOOLS, "node_modules", ".bin", name), ...args];
}
