import { LOCKS } from "../../kernel/database/advisory-locks";
import { withOwnConnection } from "../../kernel/database/connections";
import { log } from "../../kernel/process/log";
import { gauge } from "../../kernel/process/metrics";
import { retryHeld } from "../postbacks/pending";
import { userAgents } from "../clicks/user-agents";
import { type Holdings, holdingsOf, refusedFiles, spoolFiles } from "./folder";
import { loadFolder } from "./load";

// SQL by hand: an advisory lock.

const LOOK_MS = 250;
const REST_MS = 1_000;

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
  let faults = 0;
  let shown: { at: number; holdings: Holdings; refused: number } | undefined;
  const look = () => {
    const at = performance.now();
    if (!shown || at - shown.at > LOOK_MS) {
      shown = { at, holdings: holdingsOf(folder), refused: refusedFiles(folder).length };
    }
    return shown;
  };
  const shared = { shared: true };
  gauge("spool_files", "Files of the spool that wait to be loaded.", () => look().holdings.files, shared);
  gauge("spool_bytes", "Bytes of the spool that wait to be loaded.", () => look().holdings.bytes, shared);
  gauge("spool_seconds", "How long the oldest file of the spool has waited.", () => look().holdings.seconds, shared);
  gauge("spool_refused_files", "Files of records that the database did not take.", () => look().refused, shared);

  const attempt = async () => {
    let rest = LOOK_MS;
    try {
      if (spoolFiles(folder).length > 0 && !(await loadOnce(folder, agentOf, stopping.signal))) rest = REST_MS;
      faults = 0;
    } catch (fault) {
      rest = REST_MS;
      // Logged only once per outage, because an outage has many attempts.
      if (faults++ === 0 && !stopping.signal.aborted) log().warn({ err: fault }, "the spool was not loaded");
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
    const { rows } = await client.query<{ mine: boolean }>(LOCK, [LOCKS.loadingSpool, folder]);
    if (!rows[0]?.mine) return false;
    await loadFolder(folder, { client, agentOf, signal });
    return true;
  });
  if (loaded) await retryHeld();
  return loaded;
}
