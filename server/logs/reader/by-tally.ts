import { rows } from "../../kernel/database/transactions";
import { type Day, dayOf } from "../../kernel/periods";
import { all, join, sql, type Statement } from "../../kernel/database/sql";
import { beyond, byTime, type Direction, type Key, type Kind } from "./kind";
import { placeAfter } from "./look-through";
import { type Answer, directionOf, offsetOf, placeIn, type Question } from "./question";
import { rowsAt } from "./rows-at";
import { holding, inOrder, type Part, type Tally, totalOf, withinDays } from "./tally";

// SQL by hand: finds a page among millions of rows through daily row counts.

/** Days with at most this many rows are read through the index on agents instead of completely. */
const FEW = 100;

/**
 * A page in time order of a log with row counts per day. The counts give the days that contain the page, however deep
 * or rare its rows are. Only rows within those days are skipped (docs/decisions/0033-click-log.md).
 */
export async function byTally<R, F extends string>(
  kind: Kind<F>,
  question: Question<F> & { tally: Tally },
): Promise<Answer<R>> {
  const { tally, pageSize } = question;
  const direction = directionOf(kind, question);
  const place = placeIn(kind, question);
  const count = pageSize + 1;
  const asked = { count, direction, from: place && dayOf(place.micros / 1_000) };
  const parts = inOrder(await tally.parts(), direction);
  const total = totalOf(parts);
  const near = holding(parts, { ...asked, skip: offsetOf(kind, question) });
  if (near.parts.length === 0) return { items: [], total };
  const days = inOrder(await tally.days(near.parts), direction);
  const page = holding(days, { ...asked, skip: near.skip });
  const branches = await branchesOf(kind, question, page.parts, { place, direction, limit: page.skip + count });
  const keys = branches.length === 0 ? [] : await placesIn(branches, direction, { skip: page.skip, count });
  const items = await rowsAt<R>(kind, keys.slice(0, pageSize), byTime(kind, direction));
  return { items, total, ...placeAfter(items, keys.length > pageSize) };
}

type Way = { place: Key | undefined; direction: Direction; limit: number };

/** One subquery per day, so that each reads a single partition and stops at its LIMIT. */
async function branchesOf(
  kind: Kind,
  { matching, tally }: Question & { tally: Tally },
  days: readonly Part[],
  { place, direction, limit }: Way,
): Promise<Statement[]> {
  const sparse = days.filter((day) => day.rows <= FEW).map(({ start }) => start);
  const found = sparse.length > 0 ? ((await tally.agents?.(sparse)) ?? []) : [];
  const agentsOf = new Map<Day, number[]>(found.map(({ day, agents }) => [day, agents]));
  return days.map((day) => {
    const agents = agentsOf.get(day.start);
    const here = all([
      withinDays(kind, day),
      agents && sql`${kind.agent} = ANY(${agents}::int[])`,
      place && beyond(kind, place, direction),
      matching,
    ]);
    return sql`(SELECT l.id, ${kind.time} AS at FROM ${kind.table} l WHERE ${here} ${byTime(kind, direction)} LIMIT ${limit})`;
  });
}

function placesIn(
  branches: readonly Statement[],
  direction: Direction,
  { skip, count }: { skip: number; count: number },
): Promise<Key[]> {
  const order = direction === "newer" ? sql`ORDER BY at, id` : sql`ORDER BY at DESC, id DESC`;
  return rows<Key>(sql`
    SELECT id, (extract(epoch FROM at) * 1000000)::bigint AS micros
    FROM (${join(branches, sql` UNION ALL `)}) places ${order} LIMIT ${count} OFFSET ${skip}`);
}
