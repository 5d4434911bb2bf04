import { chown, mkdir, mkdtemp, readdir, readlink, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { ownerOf, type Owner } from "../../server/postgres/owner";

const MEMORY = "/dev/shm";
/** Bytes: two workers with a few copies of the demo company each, and room to spare. */
const NEEDED = 4 * 1024 ** 3;

/**
 * Creates the tablespace `run` in memory for the databases of a run, and returns the options of CREATE DATABASE that
 * put a copy there. A disk's file system takes several times as long to create and delete the thousand files of a
 * database; without enough memory the copies go there nevertheless.
 */
export async function tablespaceOptions(client: pg.Client, data: string, run: string): Promise<string> {
  // Copying the files takes a fraction of the time of writing every page to the log.
  const strategy = "STRATEGY file_copy";
  const room = await statfs(MEMORY).catch(() => undefined);
  if (Math.min(room ? room.bavail * room.bsize : 0, process.availableMemory()) < NEEDED) return strategy;
  const folder = await mkdtemp(path.join(MEMORY, "test-databases-"));
  await giveTo(await ownerOf(data), folder);
  await client.query(`CREATE TABLESPACE ${run} LOCATION '${folder}'`);
  return `${strategy} TABLESPACE ${run}`;
}

/** Drops the tablespace of a run whose databases are gone, if it had one. */
export async function dropTablespace(client: pg.Client, run: string): Promise<void> {
  const { rows } = await client.query<{ folder: string }>(
    "SELECT pg_tablespace_location(oid) AS folder FROM pg_tablespace WHERE spcname = $1",
    [run],
  );
  for (const { folder } of rows) {
    await client.query(`DROP TABLESPACE ${run}`);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates the folders of tablespaces that a restart of the machine has emptied: PostgreSQL cannot recover without them. */
export async function restoreFolders(data: string): Promise<void> {
  const links = path.join(data, "pg_tblspc");
  for (const link of await readdir(links).catch(() => [])) {
    const folder = await readlink(path.join(links, link));
    if (await stat(folder).catch(() => undefined)) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await giveTo(await ownerOf(data), folder);
  }
}

async function giveTo(owner: Owner | undefined, folder: string): Promise<void> {
  if (owner) await chown(folder, owner.uid, owner.gid);
}
