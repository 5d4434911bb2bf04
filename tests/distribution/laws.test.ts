import { loadModule } from "libpg-query";
import { beforeAll, expect, test } from "vitest";
import { splitCommands } from "../../models/split-commands";
import { migrations } from "../../models/migrations";
import { broken, commandsIn, type Known, laws, SEVERAL } from "./laws";

beforeAll(() => loadModule());

const known: Known = {
  volatile: new Set(["random", "clock_timestamp", "nextval"]),
  columns: new Map([
    ["agents", new Set(["id", "company_id"])],
    ["audit", new Set(["record", "at"])],
    ["clicks", new Set(["agent_id", "id", "clicked_at", "type_id"])],
    ["sale_events", new Set(["agent_id", "id", "received_at", "click_id"])],
  ]),
};

const planted: [law: string, text: string][] = [
  ["grouping sets, ROLLUP or CUBE", "SELECT day, sum(raws) FROM stats_day GROUP BY ROLLUP (day)"],
  ["grouping sets, ROLLUP or CUBE", "SELECT day, type_id FROM stats_day GROUP BY CUBE (day, type_id)"],
  ["grouping sets, ROLLUP or CUBE", "SELECT day FROM stats_day GROUP BY GROUPING SETS ((day), ())"],
  ["a recursive CTE", "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT * FROM n, clicks"],
  ["rows of many agents are locked", "SELECT id FROM sale_events WHERE id = $1 FOR UPDATE"],
  ["rows of many agents are locked", "SELECT id FROM sale_events WHERE agent_id = ANY($1) FOR SHARE"],
  ["xmax in RETURNING", "INSERT INTO images (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING xmax = 0 AS added"],
  ["a volatile function in UPDATE", "UPDATE clicks SET referer = random()::text WHERE agent_id = $1"],
  ["a volatile function in UPDATE", "UPDATE clicks SET ip = NULL WHERE clicked_at < clock_timestamp()"],
  [
    "a volatile function in UPDATE",
    "INSERT INTO stats_day (day) VALUES ($1) ON CONFLICT (day) DO UPDATE SET hits = 1 WHERE stats_day.hits < random()",
  ],
  ["an agent's row becomes another's", "UPDATE sale_events SET agent_id = $1 WHERE agent_id = $2"],
  [
    "an agent's row becomes another's",
    "INSERT INTO clicks (agent_id) VALUES (1) ON CONFLICT (agent_id) DO UPDATE SET agent_id = excluded.agent_id",
  ],
  [
    "a correlated subquery other than of the same agent",
    "SELECT a.id FROM agents a WHERE EXISTS (SELECT 1 FROM clicks c WHERE c.agent_id = a.id)",
  ],
  [
    "a correlated subquery other than of the same agent",
    "SELECT a.id, l.id FROM agents a, LATERAL (SELECT id FROM clicks c WHERE c.agent_id = a.id LIMIT 1) l",
  ],
  [
    "a correlated subquery other than of the same agent",
    "SELECT 1 FROM sale_events WHERE NOT EXISTS (SELECT 1 FROM audit WHERE at > received_at)",
  ],
  [
    "a correlated subquery other than of the same agent",
    "SELECT 1 FROM sale_events e WHERE EXISTS (SELECT 1 FROM clicks c WHERE c.id = e.click_id)",
  ],
  ["a branch of a UNION without the agent", "SELECT day FROM stats_day UNION ALL SELECT day FROM stats_delta"],
  [
    "a branch of a UNION without the agent",
    "SELECT agent_id, day FROM stats_day UNION ALL SELECT type_id, day FROM stats_delta",
  ],
  ["large tables are joined without the agent", "SELECT 1 FROM sale_events e JOIN clicks c ON c.id = e.click_id"],
  [
    "large tables are joined without the agent",
    "SELECT 1 FROM sale_events e, clicks_2026_03 c WHERE c.id = e.click_id",
  ],
  ["a SELECT without columns", "SELECT EXISTS (SELECT FROM stats_delta) AS some"],
  ["a SELECT without columns", "SELECT count(*) FROM (SELECT FROM clicks LIMIT 5) AS counted"],
  [
    "a subquery among the values of an INSERT",
    "INSERT INTO clicks (id, arrival) VALUES ($1, (SELECT arrival FROM click_batches LIMIT 1))",
  ],
  [
    "a subquery beside an aggregate of a large table",
    "SELECT max(id) > (SELECT last_value FROM sale_event_ids) AS behind FROM sale_events",
  ],
  [
    "a subquery correlated with a part of the statement or a list of rows",
    `INSERT INTO common_log (audit_ids) SELECT ARRAY(SELECT jsonb_array_elements_text(r.ids)::bigint)
     FROM jsonb_to_recordset($1) AS r(ids jsonb, id int) LEFT JOIN agents g ON g.account_id = r.id`,
  ],
  [
    "a part of the statement is joined, other than by agent, with a UNION of large tables filtered inside",
    `SELECT 1 FROM (SELECT agent_id, sum(sales) AS sales FROM (
       SELECT agent_id, sales FROM stats_half WHERE day > $1 UNION ALL SELECT agent_id, sales FROM stats_delta WHERE day > $1
     ) AS both_tables GROUP BY agent_id) AS counted
     LEFT JOIN (SELECT from_count FROM avp_tiers GROUP BY 1) AS held ON sales >= from_count`,
  ],
  [
    "a part of the statement is joined, other than by agent, with a UNION of large tables filtered inside",
    `SELECT 1 FROM (SELECT agent_id, day FROM stats_day WHERE day > $1 UNION ALL SELECT agent_id, day FROM stats_delta) AS rows
     JOIN calendar USING (day)`,
  ],
  [
    "a part of the statement returns a void",
    "WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(1, 2)) INSERT INTO clicks (id) SELECT $1 FROM locked",
  ],
  ["an order that is not total", "SELECT id FROM clicks ORDER BY clicked_at DESC LIMIT 50"],
  ["an order that is not total", "SELECT type_id, sum(hits) FROM stats_day GROUP BY type_id ORDER BY 2"],
  ["a partition detached CONCURRENTLY", "ALTER TABLE clicks DETACH PARTITION clicks_2026_03 CONCURRENTLY"],
  ["an index made CONCURRENTLY on a partitioned table", "CREATE INDEX CONCURRENTLY clicks_geo ON clicks (geo)"],
  [SEVERAL, "ALTER TABLE clicks ADD a int; ALTER TABLE clicks ADD b int"],
];

test.each(planted)("a violation is found: %s (%#)", (law, text) => expect(broken(text, known)).toEqual([law]));

test("every law has a statement that breaks it", () => {
  expect(new Set(planted.map(([law]) => law))).toEqual(new Set([...Object.keys(laws), SEVERAL]));
});

test.each([
  "SELECT id FROM sale_events WHERE agent_id = $1 ORDER BY id FOR UPDATE",
  "SELECT 1 FROM sale_events e JOIN clicks c ON c.agent_id = e.agent_id AND c.id = e.click_id",
  "SELECT 1 FROM sale_events JOIN clicks USING (agent_id)",
  "SELECT 1 FROM sale_events e WHERE EXISTS (SELECT 1 FROM clicks c WHERE c.agent_id = e.agent_id AND c.id = e.click_id)",
  "SELECT 1 FROM clicks c WHERE EXISTS (SELECT 1 FROM agents a WHERE a.id = c.agent_id)",
  "SELECT 1 FROM agents WHERE id IN (SELECT agent_id FROM clicks)",
  "SELECT agent_id, day FROM stats_day UNION ALL SELECT agent_id, day FROM stats_delta",
  "SELECT min(day) FROM stats_day UNION ALL SELECT min(day) FROM stats_delta",
  "SELECT day, sum(raws) FROM stats_day GROUP BY day ORDER BY day",
  "SELECT day, type_id FROM stats_day ORDER BY 1, 2",
  "UPDATE clicks SET ip = NULL WHERE agent_id = $1 AND clicked_at < now()",
  "INSERT INTO clicks (id) SELECT id FROM clicks ORDER BY clicked_at",
  "SELECT 1 FROM (SELECT agent_id FROM stats_day UNION ALL SELECT agent_id FROM stats_delta) AS r JOIN agents ON id = agent_id WHERE day > $1",
  "SELECT 1 FROM (SELECT * FROM (SELECT agent_id FROM stats_day WHERE day > $1 UNION ALL SELECT agent_id FROM stats_delta) AS r OFFSET 0) AS r JOIN agents ON id = agent_id",
  "SELECT 1 FROM (SELECT sum(raws) FROM (SELECT agent_id, raws FROM stats_day WHERE day > $1 UNION ALL SELECT agent_id, raws FROM stats_delta) AS r) AS sums, agents",
  "WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(1, 2)::text) INSERT INTO clicks (id) SELECT $1 FROM locked",
  "SELECT highest > last_value FROM (SELECT max(id) AS highest FROM sale_events) AS ids, sale_event_ids",
])("no violation is found: %s", (text) => expect(broken(text, known)).toEqual([]));

test("a migration is sent command by command, split by PostgreSQL's own parser", () => {
  const odd = `-- a; b\nSELECT ';', "a;b"; /* ; */ DO $x$ BEGIN PERFORM ';'; END $x$;\n;SELECT 'it''s;' -- end;\n`;
  for (const text of [odd, ...migrations.map(({ text: migration }) => migration)]) {
    const plain = (command: string) => command.replaceAll(/--[^\n]*\n|\/\*.*?\*\//g, "").trim();
    expect(splitCommands(text).map(plain)).toEqual(commandsIn(text).map(plain));
  }
});
