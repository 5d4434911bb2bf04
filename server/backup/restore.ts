import { type FileHandle, rm } from "node:fs/promises";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import { migrate } from "../../models/migrate";
import { migrations } from "../../models/migrations";
import { ensurePartitions } from "../../models/partitions";
import { config } from "../kernel/process/config";
import { FIRST_ID } from "../kernel/process/secret-settings";
import { keyCheckOf } from "../kernel/process/secrets";
import { withOwnConnection, withSchemaLock } from "../kernel/database/connections";
import { createFile } from "./files";
import { framesOf, CorruptBackup } from "./frames";
import { columnList, quoted, type Table, tablesOf } from "./tables";
import { type Done, type End, FORMAT, type Header, type Secrets, BackupError } from "./take";

/** Tables that may have rows in an empty database: migrations and the server itself write to them. */
const INITIALLY_FILLED = ["options", "link_state", "upkeep", "heartbeat"];

/** Returns the header and end of a whole backup. Throws BackupError unless it is complete and of this version. */
export async function readBackup(file: string): Promise<{ header: Header; end: End; firstMonth?: string | undefined }> {
  const payloads: Buffer[] = [];
  try {
    for await (const { kind, payload } of framesOf(file)) if (kind !== "D") payloads.push(Buffer.from(payload));
  } catch (error) {
    if (error instanceof CorruptBackup)
      throw new BackupError(`${file} is damaged, was altered or is not a backup. Nothing was restored.`);
    throw error;
  }
  // Parsed only now: the content is not trustworthy until the checksum at the end was verified.
  const names = payloads.map(
    (payload) => JSON.parse(payload.toString()) as Partial<Header & { end: End; firstMonth: string }>,
  );
  const header = names[0] as Header | undefined;
  const end = names.at(-1)?.end;
  const firstMonth = names.find((name) => name.firstMonth)?.firstMonth;
  if (!end || header?.backup !== FORMAT)
    throw new BackupError(`${file} is not a backup of this product. Nothing was restored.`);
  const own = migrations.map(({ name }) => name).join();
  if (header.migrations.join() !== own) {
    const last = header.migrations.at(-1);
    throw new BackupError(
      `${file} is of another version (its last migration is ${last}). Please restore it with that one.`,
    );
  }
  return { header, end, firstMonth };
}

/**
 * Restores a backup of this version into an empty database, all of it or nothing, and adds its files next to existing
 * ones, which are not overwritten. `keep` receives the backup's secrets before any of its data is written. Throws
 * BackupError with the reason.
 */
export async function restore(file: string, keep: (secrets: Secrets) => void): Promise<Done> {
  const backup = await readBackup(file);
  const written: string[] = [];
  try {
    return await withOwnConnection("restore", (client) => restoreOn(client, file, backup, { keep, written }));
  } catch (error) {
    await Promise.all(written.map((place) => rm(place, { force: true })));
    throw error;
  }
}

type Backup = Awaited<ReturnType<typeof readBackup>>;
type RestoreState = { keep: (secrets: Secrets) => void; written: string[] };

async function restoreOn(
  client: pg.Client,
  file: string,
  { header, end, firstMonth }: Backup,
  { keep, written }: RestoreState,
): Promise<Done> {
  // Checked before migrating: a database in use is not migrated either.
  await requireEmpty(client);
  await withSchemaLock(migrate);
  if (firstMonth) await ensurePartitions(client, new Date(firstMonth));
  await client.query("BEGIN");
  await client.query("SET LOCAL statement_timeout = 0");
  // Any other process that fills the database has finished by now, or waits for this lock and then finds it filled.
  await client.query("LOCK TABLE accounts IN SHARE ROW EXCLUSIVE MODE");
  await requireEmpty(client);
  if (header.secrets) keep(header.secrets);
  requireKeysOf(header);
  const done: Done = { at: header.at, tables: 0, rows: 0, files: 0 };
  await restoreFrames(file, client, { dataDir: config().DATA_DIR, end, written, done });
  for (const { sequence, last } of end.numbers)
    await client.query("SELECT setval($1::regclass, $2)", [quoted(sequence), last]);
  await client.query("COMMIT");
  written.length = 0;
  await client.query("ANALYZE");
  return done;
}

/** Throws BackupError unless this server has every key that sealed values of the backup. */
function requireKeysOf({ keyChecks, keyCheck = "" }: Header): void {
  const missing = Object.entries(keyChecks ?? { [FIRST_ID]: keyCheck }).filter(
    ([id, check]) => keyCheckOf(Number(id)) !== check,
  );
  const [one] = missing;
  if (one) {
    throw new BackupError(
      `DATA_KEY does not match key ${one[0]}, which encrypted values in the backup. Nothing was restored.`,
    );
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { table } of await tablesOf(client)) {
    if (INITIALLY_FILLED.includes(table)) continue;
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`);
    if (rowCount) throw new BackupError(`The database is not empty: ${table} has rows. Nothing was restored.`);
  }
}

type RestoreTarget = { dataDir: string; end: End; written: string[]; done: Done };
type Sink = { write(bytes: Buffer): Promise<unknown>; close(): Promise<unknown> };

/** Restores each file and table in the order of the backup. */
async function restoreFrames(
  file: string,
  client: pg.Client,
  { dataDir, end, written, done }: RestoreTarget,
): Promise<void> {
  let sink: Sink | undefined;
  for await (const { kind, payload } of framesOf(file)) {
    if (kind === "D") {
      await sink?.write(payload);
      continue;
    }
    await sink?.close();
    sink = undefined;
    const note = JSON.parse(payload.toString()) as { file?: string; table?: string };
    if (kind === "E") return;
    if (note.file !== undefined) {
      const created = await createFile(dataDir, note.file);
      done.files += 1;
      if (created) written.push(created.place);
      if (created) sink = intoFile(created.handle);
    } else if (note.table !== undefined) {
      const due = end.rows[note.table] ?? 0;
      sink = await intoTable(client, note as Table, due);
      done.tables += 1;
      done.rows += due;
    }
  }
}

const intoFile = (handle: FileHandle): Sink => ({
  write: (bytes) => handle.writeFile(bytes),
  close: () => handle.datasync().finally(() => handle.close()),
});

async function intoTable(client: pg.Client, table: Table, due: number): Promise<Sink> {
  // Removes the rows that migrations wrote, and those that triggers wrote while earlier tables were filled.
  await client.query(`DELETE FROM ${quoted(table.table)}`);
  const stream: CopyStreamQuery = client.query(
    copyFrom(`COPY ${quoted(table.table)} (${columnList(table)}) FROM STDIN`),
  );
  const ending = finished(stream);
  // Prevents an unhandled rejection; the error is thrown where `ending` is awaited.
  ending.catch(() => undefined);
  return {
    async write(bytes) {
      if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), ending]);
    },
    async close() {
      stream.end();
      await ending;
      if (stream.rowCount !== due)
        throw new BackupError(`${table.table} took ${stream.rowCount} of ${due} rows. Nothing was restored.`);
    },
  };
}
