import { spawn, type SpawnOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, lstat, mkdir, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { sharedHome, type Owner, canReach } from "./owner";
import { ENVIRONMENT } from "./settings";

/** Role and database that the product uses on its own server. */
export const USER = "app";
export const DATABASE = "app";
const PASSWORD_FILE = "app.password";

/**
 * The data folder below `home`, created if missing. It is created under another name and then moved into place, so that
 * of two simultaneous starters one wins and the other finds a complete folder.
 */
export async function dataFolder(home: string, native: string, owner: Owner | undefined): Promise<string> {
  const place = path.join(home, "data");
  if (!(await exists(place))) await makeData(place, native, owner);
  return realpath(place);
}

export const exists = async (place: string) => (await lstat(place).catch(() => undefined)) !== undefined;

/** The random password that was set when the folder was created. */
export async function passwordOf(data: string): Promise<string> {
  return (await readFile(path.join(data, PASSWORD_FILE), "utf8")).trim();
}

async function makeData(place: string, native: string, owner: Owner | undefined): Promise<void> {
  const suffix = randomBytes(6).toString("hex");
  const outside = !(await canReach(owner, path.dirname(place)));
  const part = outside ? path.join(await sharedHome(), `data-${suffix}`) : `${place}.${suffix}`;
  await mkdir(part, { mode: 0o700 });
  const passwordFile = `${part}.password`;
  try {
    await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
    if (owner) await Promise.all([part, passwordFile].map((created) => chown(created, owner.uid, owner.gid)));
    await initialise(part, passwordFile, native, owner);
    await rename(passwordFile, path.join(part, PASSWORD_FILE));
    await (outside ? symlink(part, place) : rename(part, place));
  } catch (error) {
    await Promise.all([part, passwordFile].map((created) => rm(created, { recursive: true, force: true })));
    if (!(await exists(place))) throw error;
  }
}

async function initialise(part: string, passwordFile: string, native: string, owner: Owner | undefined): Promise<void> {
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--encoding=UTF8"];
  const access = [`--username=${USER}`, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  await runCommand(path.join(native, "bin", "initdb"), ["-D", part, ...access, ...locale, "--no-instructions"], {
    ...owner,
    cwd: part,
    env: ENVIRONMENT,
  });
}

/** Runs a program to its end. Throws with its output when it fails. */
function runCommand(file: string, args: string[], options: SpawnOptions): Promise<void> {
  return new Promise((done, failed) => {
    let output = "";
    const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", failed);
    child.on("close", (code) => (code === 0 ? done() : failed(new Error(`${file} failed: ${output.trim()}`))));
  });
}
