import type pg from "pg";
import { now } from "../../kernel/time/now";
import { HEADER } from "./segment";

/** How far a segment is loaded: the clicks before `loaded` are stored, and the postbacks before `decided` are decided. */
export type Position = { loaded: number; decided: number };
export type Move = { segment: string; from: Position; to: Position };

/** Another loader has moved a position. The positions have to be read again. */
export class PositionMoved extends Error {}

const KNOWN = {
  name: "log-positions",
  text: `
    SELECT segment, loaded::float8 AS loaded, decided::float8 AS decided FROM log_positions
    WHERE segment = ANY($1::text[])`,
};
const ADD = {
  name: "add-log-positions",
  text: `
    INSERT INTO log_positions (segment, loaded, decided, moved_at)
    SELECT segment, ${HEADER.length}, ${HEADER.length}, $2::timestamptz FROM unnest($1::text[]) AS fresh (segment)
    ORDER BY segment ON CONFLICT DO NOTHING`,
};
const MOVE = {
  name: "move-log-position",
  text: `
    UPDATE log_positions SET loaded = $4, decided = $5, moved_at = $6::timestamptz
    WHERE segment = $1 AND loaded = $2 AND decided = $3`,
};
const FORGET = {
  name: "forget-log-positions",
  text: "DELETE FROM log_positions WHERE moved_at < $1::timestamptz AND segment <> ALL($2::text[])",
};

/** The positions of segments. One that was never loaded begins behind its header; `isNew` if no row was there. */
export async function readPositions(
  client: pg.Client,
  segments: readonly string[],
): Promise<Map<string, Position & { isNew: boolean }>> {
  const read = async () => (await client.query<Position & { segment: string }>({ ...KNOWN, values: [segments] })).rows;
  const before = await read();
  const known = new Set(before.map(({ segment }) => segment));
  const fresh = segments.filter((segment) => !known.has(segment));
  if (fresh.length > 0) await client.query({ ...ADD, values: [fresh, now().toISOString()] });
  const all = fresh.length > 0 ? await read() : before;
  return new Map(all.map(({ segment, loaded, decided }) => [segment, { loaded, decided, isNew: !known.has(segment) }]));
}

/** Moves positions in the open transaction. Throws PositionMoved, and then the caller must roll back. */
export async function movePositions(client: pg.Client, moves: readonly Move[]): Promise<void> {
  const at = now().toISOString();
  const results = await Promise.all(
    moves.map(({ segment, from, to }) =>
      client.query({ ...MOVE, values: [segment, from.loaded, from.decided, to.loaded, to.decided, at] }),
    ),
  );
  if (results.some(({ rowCount }) => rowCount !== 1)) throw new PositionMoved("Another process loads the same log.");
}

/** Deletes the positions of segments that were last loaded before a moment, except for those named. */
export const forgetPositions = (client: pg.Client, before: Date, existing: readonly string[]): Promise<unknown> =>
  client.query({ ...FORGET, values: [before.toISOString(), existing] });
