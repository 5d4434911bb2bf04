import { readFile, mkdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

export type Owner = { uid: number; gid: number };

/**
 * User and group of the server process. PostgreSQL refuses to run as root, so root starts it as the owner of `existing`
 * data, else as the system's `postgres`, else as `nobody`. Anyone else runs it under their own account (undefined).
 */
export async function ownerOf(existing: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const data = await stat(existing).catch(() => undefined);
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  const people = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const person = people.find(([username]) => username === name);
    if (person && Number(person[2]) > 0) return { uid: Number(person[2]), gid: Number(person[3]) };
  }
  return { uid: 65_534, gid: 65_534 };
}

/** Whether `owner` may traverse every folder down to `place` and enter it. */
export async function canReach(owner: Owner | undefined, place: string): Promise<boolean> {
  if (!owner) return true;
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const mayPass = uid === owner.uid ? mode & 0o100 : gid === owner.gid ? mode & 0o010 : mode & 0o001;
    if (!mayPass) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * A folder that everybody can reach, for files that the server cannot use where they are. It survives a reboot where
 * possible.
 */
export async function sharedHome(): Promise<string> {
  for (const base of ["/var/lib", os.tmpdir()]) {
    const home = path.join(base, "sales-agent-back-office");
    try {
      await mkdir(home, { mode: 0o755, recursive: true });
      // A folder that another user prepared in a shared place is not safe for programs.
      if ((await stat(home)).uid === 0) return home;
    } catch {
      continue;
    }
  }
  throw new Error("The database finds no folder that its user can reach. Name a server with DATABASE_URL.");
}
