import { open, rename, rm } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { LOCKS } from "../../kernel/database/advisory-locks";
import { withOwnConnection } from "../../kernel/database/connections";
import { isAborted, isUnreachable } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { counter, gauge } from "../../kernel/process/metrics";
import { isRowError, storeBatch } from "../clicks/store-batch";
import type { Click } from "../clicks/store-clicks";
import { type UserAgent, userAgents } from "../clicks/user-agents";
import { decide } from "../postbacks/decide";
import { retryPending } from "../postbacks/pending";
import {
  type SpoolBacklog,
  backlogOf,
  isLoading,
  refusedFiles,
  refusedName,
  spoolFiles,
  syncFolder,
  loadingName,
} from "./folder";
import { framed, FILE_HEADER, payloadsOf } from "./records";
import { readRecord, type Spooled, type SpooledPostback } from "./spooled";

const BATCH_SIZE = 200;
const TRIES = 10;

type Loading = {
  client: pg.Client;
  agentOf: (text: string) => UserAgent;
  /** Stops the load before the next record. */
  signal?: AbortSignal | undefined;
};

/**
 * Loads all files of a folder, oldest first, in the order of their records. Within each stretch, clicks are stored
 * before postbacks: if every sale ended a batch, batches would have about twenty clicks. The caller holds the folder's
 * lock. A file is renamed before it is read, so that nothing is added meanwhile, and is deleted once everything in it
 * is in the database. IDs were generated before spooling: an interrupted load starts its file again without storing
 * anything twice. Throws the database's errors; files that were not loaded stay.
 */
async function loadFolder(folder: string, loading: Loading): Promise<void> {
  for (const name of spoolFiles(folder)) {
    const file = await claimFile(name);
    if (file === undefined) continue;
    await loadFile(file, loading);
    await rm(file, { force: true });
  }
}

/** Renames a file for loading. Undefined if the file is gone, because another process has loaded it. */
async function claimFile(file: string): Promise<string | undefined> {
  if (isLoading(file)) return file;
  try {
    await rename(file, loadingName(file));
    await syncFolder(path.dirname(file));
    return loadingName(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function loadFile(file: string, loading: Loading): Promise<void> {
  let clicks: Clicks = [];
  let postbacks: Postbacks = [];
  const flush = async () => {
    const [batch, reports] = [clicks, postbacks];
    [clicks, postbacks] = [[], []];
    if (batch.length > 0) await loadClicks(file, loading, batch);
    for (const { postback, payload } of reports) await loadPostback(file, loading, postback, payload);
  };
  const torn = (bytes: number) => log().warn({ event: "torn spool record skipped", file, bytes });
  for await (const payload of payloadsOf(file, torn)) {
    loading.signal?.throwIfAborted();
    const record = parseRecord(payload, loading.agentOf);
    if (!record) await saveRefused(file, payload);
    else if ("click" in record) clicks.push({ click: record.click, payload });
    else postbacks.push({ postback: record.postback, payload });
    if (clicks.length >= BATCH_SIZE || postbacks.length >= BATCH_SIZE) await flush();
  }
  await flush();
}

function parseRecord(payload: Buffer, agentOf: Loading["agentOf"]): Spooled | undefined {
  try {
    return readRecord(payload, agentOf);
  } catch (error) {
    log().error({ event: "spool record unreadable", err: error });
    return undefined;
  }
}

// Postbacks that were waiting for these clicks are due at once, however long they have waited.
const WANTED = {
  name: "spooled-clicks-wanted",
  text: `
    UPDATE postbacks SET next_try_at = received_at
    WHERE verdict = 'held' AND reason = 'unknown_click' AND click_id = ANY($1::uuid[])`,
};

type Clicks = { click: Click; payload: Buffer }[];
type Postbacks = { postback: SpooledPostback; payload: Buffer }[];

async function loadClicks(file: string, { client }: Loading, batch: Clicks): Promise<void> {
  const refused: Buffer[] = [];
  const clicks = batch.map(({ click }) => click);
  await storeBatch(client, clicks, true, (index, outcome) => {
    const payload = batch[index]?.payload;
    if (outcome === "refused" && payload) refused.push(payload);
  });
  await client.query({ ...WANTED, values: [clicks.map(({ id }) => id)] });
  for (const payload of refused) await saveRefused(file, payload);
  loaded.add({ kind: "click" }, batch.length - refused.length);
}

async function loadPostback(file: string, { client }: Loading, postback: SpooledPostback, payload: Buffer) {
  const { request, secretHash, unreadable } = postback;
  const params = new Map(Object.entries(request.params));
  for (let tries = 1; ; tries++) {
    try {
      await decide(client, request, { params, secretHash, unreadable, spooled: true }, true);
      return loaded.add({ kind: "postback" });
    } catch (error) {
      if (isAborted(error) && tries < TRIES) continue;
      if (isUnreachable(error) || !isRowError(error)) throw error;
      log().error({ event: "postback refused by the database", requestId: request.receipt, err: error });
      return saveRefused(file, payload);
    }
  }
}

/** Keeps a record that the database rejects in a .refused file for a person, so that it does not block the others. */
async function saveRefused(file: string, payload: Buffer): Promise<void> {
  const handle = await open(refusedName(file), "a", 0o600);
  try {
    if ((await handle.stat()).size === 0) await handle.write(FILE_HEADER);
    await handle.write(framed(payload));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  refusals.add();
}

const loaded = counter("spool_loaded_total", "Clicks and postbacks loaded from the spool.", "kind");
const refusals = counter("spool_refused_total", "Spool records that the database refused.").series({});

const POLL_INTERVAL_MS = 250;
const BACKOFF_MS = 1_000;

// The lock is keyed by the folder's path, which identifies one database. Two machines with different paths load their
// spools side by side.
const LOCK = "SELECT pg_try_advisory_lock($1::integer, hashtext($2)) AS mine";

/**
 * Loads the files of a folder as soon as the database answers, until the process ends or stops it. Returns a function
 * that stops it and waits for the attempt under way.
 */
export function startLoading(folder: string): () => Promise<void> {
  const agentOf = userAgents();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let cached: { at: number; backlog: SpoolBacklog; refused: number } | undefined;
  const readBacklog = () => {
    const at = performance.now();
    if (!cached || at - cached.at > POLL_INTERVAL_MS) {
      cached = { at, backlog: backlogOf(folder), refused: refusedFiles(folder).length };
    }
    return cached;
  };
  const shared = { shared: true };
  gauge("spool_files", "Spool files waiting to be loaded.", () => readBacklog().backlog.files, shared);
  gauge("spool_bytes", "Bytes of the spool waiting to be loaded.", () => readBacklog().backlog.bytes, shared);
  gauge("spool_seconds", "Age of the oldest waiting spool file.", () => readBacklog().backlog.seconds, shared);
  gauge("spool_refused_files", "Files with records that the database refused.", () => readBacklog().refused, shared);

  const attempt = async () => {
    let rest = POLL_INTERVAL_MS;
    try {
      if (spoolFiles(folder).length > 0 && !(await loadOnce(folder, agentOf, stopping.signal))) rest = BACKOFF_MS;
      failures = 0;
    } catch (error) {
      rest = BACKOFF_MS;
      // Logged only once per outage, because an outage has many attempts.
      if (failures++ === 0 && !stopping.signal.aborted) log().warn({ event: "spool loading failed", err: error });
    }
    if (!stopping.signal.aborted) timer = setTimeout(again, rest);
  };
  let running = Promise.resolve();
  const again = () => void (running = attempt());
  again();

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

/**
 * Loads a folder on a dedicated connection. Returns false if another process is loading it. Throws the database's
 * errors.
 */
export async function loadOnce(folder: string, agentOf = userAgents(), signal?: AbortSignal): Promise<boolean> {
  // The lock is released when the connection closes.
  const loaded = await withOwnConnection("spool", async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(LOCK, [LOCKS.loadSpool, folder]);
    if (!rows[0]?.mine) return false;
    await loadFolder(folder, { client, agentOf, signal });
    return true;
  });
  if (loaded) await retryPending();
  return loaded;
}
