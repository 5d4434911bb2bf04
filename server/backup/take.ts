import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { isCurrent } from "../../models/migrate";
import { migrations } from "../../models/migrations";
import { config } from "../kernel/process/config";
import { withOwnConnection } from "../kernel/database/connections";
import { sealingKey } from "../kernel/process/data-keys";
import { keyCheckOf } from "../kernel/process/secrets";
import { keysInUse } from "../keys";
import { filesIn } from "./files";
import { ended, encodeFrame } from "./frames";
import { firstMonthOf, columnList, sequenceValues, quoted, tablesOf } from "./tables";

export const FORMAT = 1;
export type Secrets = { DATA_KEY: string; SESSION_SECRET: string };
export type Header = {
  backup: typeof FORMAT;
  at: string;
  migrations: string[];
  /** Identifies the keys that sealed the backup's values, by their id. */
  keyChecks?: Record<string, string>;
  /** The same in a backup from before DATA_KEYS, of key 1. */
  keyCheck?: string;
  secrets: Secrets | null;
};
export type End = { rows: Record<string, number>; numbers: { sequence: string; last: string }[] };
export type Done = { at: string; tables: number; rows: number; files: number };

/** An error that the operator can fix, with a one-line message. */
export class BackupError extends Error {}

/**
 * Writes a full copy of the database as of one moment, and of its files, while the server runs. The file gets its name
 * once it is complete, and only its owner can read it. `secrets` are included if the server generated them itself.
 */
export async function takeBackup(file: string, secrets: Secrets | null): Promise<Done> {
  const { DATA_DIR } = config();
  if (await stat(file).catch(() => undefined)) throw taken(file);
  const part = `${file}.part`;
  return withOwnConnection("backup", async (client) => {
    const done: Done = { at: new Date().toISOString(), tables: 0, rows: 0, files: 0 };
    const { rows } = await client.query<{ there: string | null }>("SELECT to_regclass('migrations') AS there");
    if (!rows[0]?.there || !(await isCurrent(client))) {
      throw new BackupError("Some migrations have not run. Please run npm run migrate.");
    }
    const target = (await createExclusive(part, inTheWay)).createWriteStream();
    try {
      await pipeline(hashed(frames(client, DATA_DIR, secrets, done)), createGzip({ level: 3 }), target);
      await sync(part);
      // A rename would overwrite a file created meanwhile. Creating the file first reserves the name.
      await (await createExclusive(file, taken)).close();
      await rename(part, file);
      await sync(path.dirname(path.resolve(file)));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return done;
  });
}

const taken = (file: string) => new BackupError(`${file} already exists. Please name a new file.`);
const inTheWay = (part: string) =>
  new BackupError(
    `${part} already exists: another backup is running, or one was interrupted. Please remove the file or name a new one.`,
  );

/** Creates a file that only its owner can read. An existing file stays untouched; throws `refusal` then. */
async function createExclusive(file: string, refusal: (file: string) => BackupError): Promise<FileHandle> {
  try {
    return await open(file, "wx", 0o600);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? refusal(file) : error;
  }
}

async function* hashed(source: AsyncIterable<Buffer | End>): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const one of source) {
    if (Buffer.isBuffer(one)) {
      hash.update(one);
      yield one;
    } else yield ended(one, hash);
  }
}

async function* frames(client: pg.Client, dataDir: string, secrets: Secrets | null, done: Done) {
  const names = migrations.map(({ name }) => name);
  const header: Header = { backup: FORMAT, at: done.at, migrations: names, keyChecks: await ownKeyChecks(), secrets };
  yield encodeFrame("N", JSON.stringify(header));
  // Files come before the database, whose positions in the log say what of them was loaded in between.
  for await (const frame of filesIn(dataDir)) {
    if (frame.toString("latin1", 0, 1) === "N") done.files += 1;
    yield frame;
  }
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query("SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO'; SET LOCAL bytea_output = 'hex'");
  await client.query("SET LOCAL statement_timeout = 0");
  const firstMonth = await firstMonthOf(client);
  const end: End = { rows: {}, numbers: [] };
  for (const one of await tablesOf(client)) {
    yield encodeFrame("N", JSON.stringify({ ...one, firstMonth }));
    // COPY cannot read a partitioned table directly, so it copies a query.
    const stream = client.query(copyTo(`COPY (SELECT ${columnList(one)} FROM ${quoted(one.table)}) TO STDOUT`));
    for await (const chunk of stream) yield encodeFrame("D", chunk as Buffer);
    end.rows[one.table] = stream.rowCount;
    done.rows += stream.rowCount;
    done.tables += 1;
  }
  // Sequences are not transactional. Read last, none of them is behind the rows of its table.
  end.numbers = await sequenceValues(client);
  await client.query("COMMIT");
  yield end;
}

/** Of the keys that values are sealed with, and of the one that seals those that are changed before they are copied. */
async function ownKeyChecks(): Promise<Record<string, string>> {
  const ids = new Set([...(await keysInUse()), sealingKey().id]);
  return Object.fromEntries([...ids].map((id) => [id, keyCheckOf(id) ?? ""]));
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, "r");
  await handle.sync();
  await handle.close();
}
