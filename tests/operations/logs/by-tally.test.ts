import { beforeAll, expect, it } from "vitest";
import { currentClient, queryRows, execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { type Actor, system } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { searchClicks } from "../../../server/logs";
import { clickLog } from "../../../server/logs/clicks";
import { parsePlace } from "../../../server/logs/reader/log";
import { BOUNDS } from "../../../server/logs/reader/question";
import { readLog } from "../../../server/logs/reader/read";
import { streamLog } from "../../../server/logs/reader/stream";
import { ask } from "../../reports/ask";
import { fold } from "../../reports/fold";
import { aClick, anAgent, anOffice, aSite } from "../../world/builders";
import { aDatabase, inRollback } from "../../world/database";
import { first } from "../../world/first";
import { plansOf } from "../../world/plan";
import { db } from "../../world/db";
import { test } from "../../world/rollback";

const COUNT = 6_000;

/**
 * `count` clicks from 20 May 2026 on, by four agents of two offices on three sites; the older three quarters are rolled
 * up.
 */
async function history(count: number) {
  const offices = [await anOffice(), await anOffice()];
  const agents = [];
  for (const n of [0, 1, 2, 3]) agents.push(await anAgent({ office: offices[n % 2] }));
  const types = [];
  for (const n of [1, 2, 3]) types.push(first((await aSite({ sitename: `Site ${n}` })).types));
  // The builder writes one click with its delta; the other clicks are copied from it in one statement.
  for (const [of, agent] of agents.entries()) {
    for (const [on, type] of types.entries()) {
      await aClick({ agent, type, at: `2026-05-20T0${of}:0${on}:00Z`, class: on === 1 ? "bot" : "ok" });
    }
  }
  const grow = (from: number, to: number) =>
    execute(sql`
      WITH pattern AS (SELECT c.*, row_number() OVER (ORDER BY clicked_at) - 1 AS place FROM clicks c WHERE clicked_at < '2026-05-20T12:00Z'),
      made AS (
        INSERT INTO clicks (id, clicked_at, agent_id, company_id, site_id, type_id, class, is_unique, flags, geo)
        SELECT gen_random_uuid(), '2026-05-21T00:00Z'::timestamptz + (n * n % 6000000) * interval '1 second' / 7, p.agent_id,
          p.company_id, p.site_id, p.type_id, p.class, false, p.flags, p.geo
        FROM generate_series(${from}::bigint, ${to}::bigint) AS n JOIN pattern p ON p.place = CASE WHEN n % 9 = 0 THEN n / 9 % 12 ELSE n % 3 END
        RETURNING *)
      INSERT INTO stats_delta (day, agent_id, company_id, site_id, type_id, flags, geo, hits, raws, uniques, events, sales,
        bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout, bonus_payout)
      SELECT (clicked_at AT TIME ZONE 'America/New_York')::date, agent_id, company_id, site_id, type_id, flags, geo, 1, 1, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0 FROM made`);
  await grow(1, (count * 3) / 4);
  await fold();
  await grow((count * 3) / 4 + 1, count - agents.length * types.length);
  return { agents, types, offices };
}

type Asked = Record<string, unknown>;
type World = Awaited<ReturnType<typeof history>>;
let world: World;
beforeAll(async () => {
  await (await aDatabase()).enter();
  world = await writeTransaction(() => history(COUNT));
  await db.run`ANALYZE clicks`;
});

const idsOf = async ({ companyId, agentId, siteId, start, end }: Asked, sortAsc: boolean) => {
  const all = await queryRows<{ id: string }>(sql`
    SELECT id, clicked_at FROM clicks
    WHERE (${companyId ?? null}::int IS NULL OR company_id = ${companyId}) AND (${agentId ?? null}::int IS NULL OR agent_id = ${agentId})
      AND (${siteId ?? null}::int IS NULL OR site_id = ${siteId})
      AND (clicked_at AT TIME ZONE 'America/New_York')::date BETWEEN ${start ?? "2000-01-01"}::date AND ${end ?? "2099-01-01"}::date
    ORDER BY clicked_at DESC, id DESC`);
  const ids = all.map(({ id }) => id);
  return sortAsc ? ids.reverse() : ids;
};
const questions = ({ agents, types, offices }: World): Asked[] => [
  {},
  { agentId: agents[3]?.id },
  { companyId: offices[1]?.id },
  { siteId: world.types[1]?.siteId },
  { siteId: types[2]?.siteId, agentId: agents[2]?.id },
  { start: "2026-05-21", end: "2026-06-20" },
  { start: "2026-05-16", end: "2026-05-31", siteId: types[0]?.siteId },
  { start: "2026-05-25", end: "2026-05-25", companyId: offices[0]?.id },
  { start: "2026-07-01", end: "2026-07-31" },
];

it(
  "every page of every question has its rows, rolled up or not, at any depth, in both directions",
  () =>
    inRollback(async () => {
      for (const asked of questions(world)) {
        for (const sortAsc of [true, false]) {
          const all = await idsOf(asked, sortAsc);
          for (const [page, pageSize] of [
            [1, 7],
            [2, 7],
            [313, 7],
            [1, 500],
          ] as const) {
            const answer = await ask(searchClicks, system, { ...asked, sortAsc, page, pageSize });
            const expected = all.slice((page - 1) * pageSize, page * pageSize);
            expect({ asked, page, ids: answer.items.map(({ id }) => id) }).toEqual({ asked, page, ids: expected });
            expect(answer.total).toBe(all.length);
          }
        }
      }
    }),
  300_000,
);

const read = async (asked: Asked, actor: Actor = system) => {
  const { question } = await clickLog.check(actor, clickLog.Form.parse(asked));
  return readLog(clickLog, question);
};

it(
  "paging returns every row once, also while clicks arrive",
  () =>
    inRollback(async () => {
      for (const asked of questions(world)) {
        for (const sortAsc of [false, true]) {
          const seen: string[] = [];
          const all = await idsOf(asked, sortAsc);
          let after: string | undefined;
          for (let page = 1; page === 1 || (after && page < 5); page++) {
            const answer = await read({ ...asked, sortAsc, page, pageSize: 90, after });
            seen.push(...answer.items.map(({ id }) => id));
            after = answer.next;
            expect(after === undefined || parsePlace(clickLog, after)).toBeTruthy();
            if (page === 1 && !sortAsc) {
              const [agent, type] = [first(world.agents), first(world.types)];
              await aClick({ agent, type, at: "2026-12-01T12:00:00Z" });
            }
          }
          expect(seen).toEqual(all.slice(0, seen.length));
          expect(seen.length).toBe(Math.min(all.length, 4 * 90));
          if (!sortAsc) {
            await execute(sql`DELETE FROM clicks WHERE clicked_at > '2026-11-30'`);
            await execute(sql`DELETE FROM stats_delta WHERE day > '2026-11-29'`);
          }
        }
      }
    }),
  300_000,
);

it(
  "an export reads the days that have rows, and each row once",
  () =>
    inRollback(async () => {
      for (const asked of questions(world)) {
        for (const sortAsc of [false, true]) {
          const { question } = await clickLog.check(system, clickLog.Form.parse({ ...asked, sortAsc }));
          const seen: string[] = [];
          for await (const found of streamLog(clickLog, question, { atOnce: 170 })) {
            expect(found.length).toBeLessThanOrEqual(170);
            seen.push(...found.map(({ id }) => id));
          }
          expect(seen).toEqual(await idsOf(asked, sortAsc));
        }
      }
    }),
  300_000,
);

test("sorting by another column counts all rows and sorts the newest", async () => {
  const answer = await read({ sortField: "sitename", sortAsc: true, siteId: world.types[1]?.siteId, pageSize: 5 });
  const all = await idsOf({ siteId: world.types[1]?.siteId }, false);
  expect([answer.total, answer.totalIsEstimate, answer.sortedAmong]).toEqual([all.length, undefined, undefined]);
  expect(answer.items.map(({ id }) => id)).toEqual([...all].sort().slice(0, 5));
  const { question } = await clickLog.check(system, clickLog.Form.parse({ sortField: "fromIp", pageSize: 5 }));
  const few = await readLog(clickLog, question, { ...BOUNDS, counted: 10, sorted: 50 });
  expect([few.total, few.totalIsEstimate, few.sortedAmong]).toEqual([COUNT, undefined, 50]);
});

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Index Name"?: string;
  Plans?: Plan[];
} & Record<string, unknown>;

/** The rows of the table that the statements of `body` read, and the tables that they scan in full. */
async function looked(body: () => Promise<unknown>): Promise<{ rows: number; whole: string[] }> {
  const asked: { text: string; values: unknown[] }[] = [];
  const connection = currentClient() as unknown as { query: (...given: unknown[]) => Promise<unknown> };
  const { query } = connection;
  connection.query = (statement: unknown, ...more: unknown[]) => {
    const { text, values } = statement as { text: string; values: unknown[] };
    if (typeof text === "string" && / clicks l /.test(text)) asked.push({ text, values });
    return query.call(connection, statement, ...more);
  };
  try {
    await body();
  } finally {
    connection.query = query;
  }
  const seen = { rows: 0, whole: [] as string[] };
  const walk = (plan: Plan) => {
    if (/^clicks/.test(plan["Relation Name"] ?? "")) {
      const loops = Number(plan["Actual Loops"]);
      seen.rows += (Number(plan["Actual Rows"]) + Number(plan["Rows Removed by Filter"] ?? 0)) * loops;
      if (plan["Node Type"] === "Seq Scan" && loops > 0) seen.whole.push(String(plan["Relation Name"]));
    }
    for (const inner of plan.Plans ?? []) walk(inner);
  };
  for (const { text, values } of asked) {
    const answer = (await query.call(connection, { text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values })) as {
      rows: { "QUERY PLAN": [{ Plan: Plan }] }[];
    };
    walk(first(answer.rows)["QUERY PLAN"][0].Plan);
  }
  expect(asked.length).toBeGreaterThan(0);
  return seen;
}

test("rows of all agents are counted from the small tables, rows of one agent from the agent's roll-ups", async () => {
  const [office, site] = [world.offices[1]?.id, world.types[2]?.siteId];
  const small = ["hits_by_day", "hits_by_half", "stats_delta"];
  for (const asked of [
    {},
    { companyId: office },
    { siteId: site, companyId: office, start: "2026-05-20", end: "2026-06-20" },
  ]) {
    const { question } = await clickLog.check(system, clickLog.Form.parse(asked));
    const { tables } = await plansOf(async () => {
      const parts = (await question.tally?.parts()) ?? [];
      return question.tally?.days(parts);
    });
    expect({ asked, tables: tables.filter((name) => !small.includes(name)) }).toEqual({ asked, tables: [] });
  }
  const { question } = await clickLog.check(system, clickLog.Form.parse({ agentId: world.agents[0]?.id }));
  const { tables } = await plansOf(async () => question.tally?.parts());
  expect(tables).toEqual(["stats_delta", "stats_half"]);
});

test("a page reads only the rows of its days: the last page, a rare site or a rare agent", async () => {
  const { agents, types } = world;
  const rare = { agentId: agents[3]?.id, siteId: types[2]?.siteId };
  const lastPage = COUNT / 50;
  const asked = [{}, { page: lastPage / 2 }, { page: lastPage }, rare, { siteId: rare.siteId, sortAsc: true }];
  for (const question of [...asked, { ...rare, page: 2 }]) {
    const seen = await looked(() => read(question));
    // A day of this history has a tenth of the clicks, and a page may span two days.
    expect({ question, few: seen.rows < COUNT / 4, whole: seen.whole }).toEqual({ question, few: true, whole: [] });
  }
  // A twentieth of a day's clicks belongs to an office; they are found through its agents.
  const sparse = await looked(() => read({ companyId: world.offices[1]?.id }));
  expect(sparse.rows).toBeLessThan(COUNT / 15);
});
