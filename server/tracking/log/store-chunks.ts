import type pg from "pg";
import { isAborted, isUnreachable } from "../../kernel/database/transactions";
import { log } from "../../kernel/process/log";
import { type Click, storeClicks, storeUserAgents } from "../clicks/store-clicks";
import { movePositions, type Position } from "./positions";

/** A click of a segment, and where its record ends. */
export type LoggedClick = { click: Click; payload: Buffer; end: number };
/** Consecutive clicks of a segment, and its position before and after them. */
export type Chunk = { segment: string; from: Position; to: Position; clicks: readonly LoggedClick[]; again: boolean };

export type Refuse = (segment: string, payload: Buffer) => Promise<void>;

const TRIES = 10;
const codeOf = (error: unknown) => (error as { code?: string }).code ?? "";

/**
 * True for an error caused by the values of a single row: SQLSTATE class 22 or 23. Of a row that another server of a
 * cluster refuses, Citus passes on the message alone.
 */
export const isRowError = (error: unknown): boolean =>
  /^2[23]/.test(codeOf(error)) || (codeOf(error) === "XX000" && / violates /.test((error as Error).message));

/**
 * Stores chunks, at most one of each segment, in one transaction with the positions behind them. A row that the database
 * rejects is found by halving the chunks and given to `refuse`. Returns the number of clicks stored. An aborted transaction
 * is tried up to ten times in all. Throws all other errors, and PositionMoved.
 */
export async function storeChunks(client: pg.Client, chunks: readonly Chunk[], refuse: Refuse): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await storeTogether(client, chunks);
    } catch (error) {
      if (isAborted(error) && tries < TRIES) continue;
      if (!isRowError(error)) throw error;
      return storeParts(client, chunks, refuse, error);
    }
  }
}

async function storeTogether(client: pg.Client, chunks: readonly Chunk[]): Promise<number> {
  const clicks = chunks.flatMap((chunk) => chunk.clicks.map(({ click }) => click));
  await storeUserAgents(client, clicks);
  try {
    // Sent together, and so are the first statements of the clicks. If one fails, nothing may follow the ROLLBACK.
    const results = await Promise.allSettled([
      client.query("BEGIN"),
      movePositions(client, chunks),
      storeClicks(client, clicks, { again: chunks.some(({ again }) => again) }),
    ]);
    for (const result of results) if (result.status === "rejected") throw result.reason;
    await client.query("COMMIT");
    return clicks.length;
  } catch (error) {
    // Fails only if the connection is lost, and its transaction with it.
    if (!isUnreachable(error)) await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function storeParts(
  client: pg.Client,
  chunks: readonly Chunk[],
  refuse: Refuse,
  error: unknown,
): Promise<number> {
  const [chunk] = chunks;
  if (!chunk) return 0;
  if (chunks.length > 1) {
    let stored = 0;
    for (const one of chunks) stored += await storeChunks(client, [one], refuse);
    return stored;
  }
  const [only] = chunk.clicks;
  if (only && chunk.clicks.length === 1) {
    log().error({ event: "click refused by the database", requestId: only.click.id, err: error });
    await refuse(chunk.segment, only.payload);
    return storeTogether(client, [{ ...chunk, clicks: [] }]);
  }
  const half = chunk.clicks.length >> 1;
  const middle = { loaded: chunk.clicks[half - 1]?.end ?? chunk.from.loaded, decided: chunk.from.decided };
  const first = { ...chunk, to: middle, clicks: chunk.clicks.slice(0, half) };
  const second = { ...chunk, from: middle, clicks: chunk.clicks.slice(half) };
  return (await storeChunks(client, [first], refuse)) + (await storeChunks(client, [second], refuse));
}
