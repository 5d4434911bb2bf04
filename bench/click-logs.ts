import { one, reading, rows } from "../server/kernel/database";
import { perform } from "../server/kernel/perform";
import { addDays, type Day, dayOf } from "../server/kernel/periods";
import { system } from "../server/kernel/roles";
import { sql, type Statement } from "../server/kernel/sql";
import { searchClicks } from "../server/logs";
import { median, percentile } from "./samples";

/**
 * The click log over the database of this process: milliseconds from question to answer, for each filter and place in the
 * list, over a year, beside a floor of the same rounds: the newest fifty clicks of all by the index on time, without names,
 * count or filter.
 */
export type ClickLogTime = { question: string; rows: number; median: number; p95: number; floor: number };

const from = { channel: "program", ip: null, userAgent: "" } as const;
const PAGE = 50;
type Asked = Record<string, unknown>;

export async function benchClickLogs(rounds = 9): Promise<ClickLogTime[]> {
  const newest = await reading(() => one<{ day: Day }>(sql`SELECT max(day)::text AS day FROM stats_day`));
  const end = newest?.day ?? dayOf(Date.now());
  const year = { start: addDays(end, -364), end };
  const made: ClickLogTime[] = [];
  for (const [question, asked] of Object.entries(await questions(year)))
    made.push(await compare(question, asked, rounds));
  return made;
}

/** First pages of every filter, of the busiest and of the rarest; and how far down a page may be. */
async function questions(year: { start: Day; end: Day }): Promise<Record<string, Asked>> {
  const extreme = async (column: Statement, way: Statement): Promise<number | undefined> => {
    const found = await reading(() =>
      one<{ id: number }>(sql`SELECT ${column} AS id FROM stats_half GROUP BY 1 ORDER BY sum(hits) ${way}, 1 LIMIT 1`),
    );
    return found?.id;
  };
  const [most, least] = [sql`DESC`, sql``];
  const filters = { companyId: sql`company_id`, agentId: sql`agent_id`, siteId: sql`site_id` };
  const made: Record<string, Asked> = { "seven days": { start: addDays(year.end, -6), end: year.end }, "a year": year };
  for (const [name, column] of Object.entries(filters)) {
    made[`a year, busiest ${name}`] = { ...year, [name]: await extreme(column, most) };
    made[`a year, rarest ${name}`] = { ...year, [name]: await extreme(column, least) };
  }
  const rare = { agentId: await extreme(filters.agentId, most), siteId: await extreme(filters.siteId, least) };
  made["a year, busiest agent on the rarest site"] = { ...year, ...rare };
  const address = await reading(() =>
    one<{ ip: string }>(sql`SELECT host(ip) AS ip FROM clicks WHERE ip IS NOT NULL LIMIT 1`),
  );
  made["a year, one address"] = { ...year, ipAddress: address?.ip };
  made["a year, an address that nobody has"] = { ...year, ipAddress: "240.0.0.1" };
  const { total } = await perform(searchClicks, system, { ...year, pageSize: PAGE }, from);
  made["a year, the page in the middle"] = { ...year, page: Math.ceil(total / PAGE / 2) };
  made["a year, the last page"] = { ...year, page: Math.ceil(total / PAGE) };
  made["a year, oldest first"] = { ...year, sortAsc: true };
  return made;
}

async function compare(question: string, asked: Asked, rounds: number): Promise<ClickLogTime> {
  const log = () => perform(searchClicks, system, { pageSize: PAGE, ...asked }, from);
  const floor = () => reading(() => rows(sql`SELECT * FROM clicks ORDER BY clicked_at DESC, id DESC LIMIT ${PAGE}`));
  const { total } = await log();
  await floor();
  const [times, least]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times.push(await timed(log));
    least.push(await timed(floor));
  }
  return { question, rows: total, median: median(times), p95: percentile(times, 95), floor: median(least) };
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
