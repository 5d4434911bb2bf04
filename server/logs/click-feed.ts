import { all, join, sql, type Statement } from "../kernel/database/sql";
import { queryOne, queryRows } from "../kernel/database/transactions";
import { clickedAt } from "../tracking";
import { cursorOf, positionIn } from "../kernel/operation/cursor";
import { type Asked, clickFeed, onFeed, type Page, WINDOW } from "./reader/feed";
import { inRange, type Question } from "./reader/question";
import type { Log } from "./reader/log";

/**
 * A position in the order of arrival: these clicks and all before them were read. Clicks are ordered by the number of
 * their batch and their ID. Those from before there were numbers are batch 0, in the order of their time.
 */
type Position = { arrival: number; id: string };

const POSITION = /^\d{1,15}\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";
const AFTER_ALL = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const textOf = ({ arrival, id }: Position): string => cursorOf(clickFeed.name, `${arrival}.${id}`);
function positionOf(asked: Asked): Position {
  if (asked.after === "") return { arrival: 0, id: BEFORE_ALL };
  const [arrival, id = AFTER_ALL] = positionIn(clickFeed.name, asked, POSITION).split(".");
  return { arrival: Number(arrival), id };
}

/** A part of the order: the condition and order of its clicks, and the position at its end. */
type Window = { within: Statement; order: Statement; end: Position };

/**
 * The first `pageSize` clicks after the cursor that the question selects. Looks through as many clicks as the page has,
 * then through more and more for a filter that selects few, about `WINDOW` in all. Throws like `onFeed` and `positionIn`.
 */
export function readClickFeed<R extends { id: string }>(
  clicks: Log<R>,
  question: Question,
  asked: Asked,
): Promise<Page<R>> {
  return onFeed<R>(clickFeed, asked, async (end, beginsBefore) => {
    const { after, pageSize } = asked;
    if (after === "now") return { records: [], next: textOf({ arrival: end, id: AFTER_ALL }), more: false };
    const start = positionOf(asked);
    beginsBefore(start.arrival);
    const isSelected = all([inRange(clicks, question.range), question.matching]);
    const records: (R & { arrival: number })[] = [];
    let reached = start;
    let [size, looked] = [pageSize, 0];
    while (looked < WINDOW && isBefore(reached, end)) {
      const window = await nextWindow(reached, end, size);
      records.push(...(await clicksIn(clicks, window, isSelected, pageSize - records.length)));
      const last = records.at(-1);
      reached = last && records.length === pageSize ? { arrival: last.arrival, id: last.id } : window.end;
      if (records.length === pageSize) break;
      looked += size;
      size = Math.min(size * 10, WINDOW - looked);
    }
    return { records, next: textOf(reached), more: isBefore(reached, end) };
  });
}

/** Whether clicks may follow the position, up to the batch with the number `end`. */
const isBefore = ({ arrival, id }: Position, end: number): boolean =>
  arrival < end || (arrival === end && id !== AFTER_ALL);

const clicksIn = <R>({ select, joins }: Log<R>, { within, order }: Window, isSelected: Statement, limit: number) =>
  queryRows<R & { arrival: number }>(sql`
    SELECT ${select}, coalesce(l.arrival, 0) AS arrival FROM clicks l ${joins}
    WHERE ${within} AND ${isSelected} ORDER BY ${order} LIMIT ${limit}`);

/** The next clicks after a position, about `size` of them, whatever the filters. */
async function nextWindow(from: Position, end: number, size: number): Promise<Window> {
  const before = from.arrival === 0 && from.id !== AFTER_ALL ? await unnumberedWindow(from.id, size) : undefined;
  return before ?? batchWindow(from, end, size);
}

const place = (id: string, at: Date): Statement => sql`(${at}::timestamptz, ${id}::uuid)`;

/** The next clicks without a number, by the index on their time. Undefined if there are none at all. */
async function unnumberedWindow(id: string, size: number): Promise<Window | undefined> {
  const batch = await queryOne<{ until: Date }>(
    sql`SELECT last_clicked_at + interval '1 millisecond' AS until FROM click_batches WHERE arrival = 0`,
  );
  if (!batch) return undefined;
  const follows = sql`(l.clicked_at, l.id) > ${place(id, new Date(clickedAt(id)))} AND l.clicked_at < ${batch.until}`;
  const order = sql`l.clicked_at, l.id`;
  const last = await queryOne<{ id: string; at: Date }>(sql`
    SELECT l.id, l.clicked_at AS at FROM clicks l WHERE ${follows} ORDER BY ${order} OFFSET ${size - 1} LIMIT 1`);
  const within = all([
    sql`l.arrival IS NULL`,
    follows,
    last && sql`(l.clicked_at, l.id) <= ${place(last.id, last.at)}`,
  ]);
  return { within, order, end: { arrival: 0, id: last?.id ?? AFTER_ALL } };
}

type Stretch = { start: Date; end: Date; clicks: number; arrival: number };

/**
 * The clicks of the next batches, by their times. Late clicks from a log are far from the others, so the times are
 * divided at the largest gaps: clicks in between belong to other batches and need not be read.
 */
async function batchWindow({ arrival, id }: Position, end: number, size: number): Promise<Window> {
  const stretches = await queryRows<Stretch>(sql`
    WITH batch AS (
      SELECT arrival, first_clicked_at AS first, last_clicked_at AS last, clicks,
        sum(clicks) OVER (ORDER BY arrival) - clicks AS before
      FROM click_batches WHERE arrival > ${id === AFTER_ALL ? arrival : arrival - 1} AND arrival > 0 AND arrival <= ${end}
      ORDER BY arrival LIMIT ${size}
    ), apart AS (
      SELECT *, first - max(last) OVER (ORDER BY first, arrival ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS gap
      FROM batch WHERE before < ${size}
    ), ranked AS (
      SELECT *, row_number() OVER (ORDER BY gap DESC NULLS LAST, arrival) AS place FROM apart
    ), divided AS (
      SELECT *, count(*) FILTER (WHERE gap > interval '1 second' AND place <= ${LARGEST_GAPS})
        OVER (ORDER BY first, arrival) AS stretch
      FROM ranked
    )
    SELECT min(first) AS start, max(last) + interval '1 millisecond' AS end, sum(clicks) AS clicks, max(arrival) AS arrival
    FROM divided GROUP BY stretch ORDER BY stretch`);
  const isCut = stretches.reduce((sum, { clicks }) => sum + clicks, 0) >= size;
  const last = isCut ? Math.max(...stretches.map((stretch) => stretch.arrival)) : end;
  const times = stretches.map((stretch) => sql`(l.clicked_at >= ${stretch.start} AND l.clicked_at < ${stretch.end})`);
  const within = sql`(l.arrival, l.id) > (${arrival}::bigint, ${id}::uuid) AND l.arrival <= ${last}
    AND (${times.length > 0 ? join(times, sql` OR `) : sql`FALSE`})`;
  return { within, order: sql`l.arrival, l.id`, end: { arrival: last, id: AFTER_ALL } };
}

const LARGEST_GAPS = 19;
