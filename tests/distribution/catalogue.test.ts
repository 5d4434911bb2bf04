import { beforeAll, expect } from "vitest";
import { COPIED, DISTRIBUTED, DISTRIBUTED_BY } from "../../models/distribution";
import { queryRows, execute } from "../../server/kernel/database/transactions";
import { sql, type Statement } from "../../server/kernel/database/sql";
import { aDatabase } from "../world/database";
import { test } from "../world/rollback";

beforeAll(async () => {
  await (await aDatabase()).enter();
});

// Partitions count as their table, whatever their names.
const TABLES = sql`
  tables AS (
    SELECT c.oid, c.relname AS name, coalesce(parent.relname, c.relname) AS of
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  ), large AS (SELECT * FROM tables WHERE of = ANY(${[...DISTRIBUTED]}::text[]))`;

const KEYS = sql`
  SELECT DISTINCT format('%s is unique without the agent', i.indexrelid::regclass) AS fault
  FROM large JOIN pg_index i ON i.indrelid = large.oid
  WHERE i.indisunique AND NOT EXISTS (
    SELECT FROM pg_attribute a
    WHERE a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey::int2[]) AND a.attname = ${DISTRIBUTED_BY})`;
const NULLS = sql`
  SELECT format('%s may be of no agent', large.name) FROM large
  JOIN pg_attribute a ON a.attrelid = large.oid AND a.attname = ${DISTRIBUTED_BY} WHERE NOT a.attnotnull`;
const WITHOUT = sql`
  SELECT format('%s has no key', large.name) FROM large
  WHERE NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = large.oid AND i.indisprimary)`;
const TRIGGERS = sql`
  SELECT format('%s has a trigger', t.name) FROM tables t JOIN pg_trigger g ON g.tgrelid = t.oid AND NOT g.tgisinternal
  WHERE t.of = ANY(${[...DISTRIBUTED, ...COPIED]}::text[])`;
// A copied table may reference itself and copied tables created before it.
const POINTING = sql`
  SELECT format('%s points at %s', t.name, other.name) FROM pg_constraint k
  JOIN tables t ON t.oid = k.conrelid JOIN tables other ON other.oid = k.confrelid
  WHERE k.contype = 'f' AND (
    other.of = ANY(${[...DISTRIBUTED]}::text[])
    OR t.of = ANY(${[...DISTRIBUTED]}::text[]) AND NOT other.of = ANY(${[...COPIED]}::text[])
    OR t.of = ANY(${[...COPIED]}::text[]) AND t.oid <> other.oid
      AND NOT coalesce(array_position(${[...COPIED]}::text[], other.of::text) < array_position(${[...COPIED]}::text[], t.of::text), false))`;

/** The laws that the tables break. */
const faults = async () =>
  (
    await queryRows<{ fault: string }>(sql`
      WITH ${TABLES} ${KEYS} UNION ALL ${NULLS} UNION ALL ${WITHOUT} UNION ALL ${TRIGGERS} UNION ALL ${POINTING} ORDER BY 1`)
  ).map(({ fault }) => fault);

test("every key of the large tables includes the agent, and no trigger or foreign key uses these tables", async () => {
  expect(await faults()).toEqual([]);
  const found = await queryRows<{ name: string }>(sql`
      WITH ${TABLES} SELECT DISTINCT of AS name FROM large JOIN pg_attribute a ON a.attrelid = large.oid AND a.attname = 'agent_id'`);
  expect(found.map(({ name }) => name).sort()).toEqual([...DISTRIBUTED].sort());
});

const trigger = (table: Statement) => sql`
  CREATE TRIGGER planted BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`;
const pointing = (table: Statement, other: Statement) =>
  sql`ALTER TABLE ${table} ADD CONSTRAINT planted FOREIGN KEY (company_id) REFERENCES ${other} (id)`;

test.each<[fault: string, change: Statement]>([
  ["planted is unique without the agent", sql`CREATE UNIQUE INDEX planted ON sale_events (id)`],
  ["planted is unique without the agent", sql`CREATE UNIQUE INDEX planted ON clicks_default (clicked_at, id)`],
  [
    "stats_delta may be of no agent",
    sql`ALTER TABLE stats_delta DROP CONSTRAINT stats_delta_pkey, ALTER agent_id DROP NOT NULL`,
  ],
  ["stats_half has no key", sql`ALTER TABLE stats_half DROP CONSTRAINT stats_half_pkey`],
  ["stats_day has a trigger", trigger(sql`stats_day`)],
  ["offices has a trigger", trigger(sql`offices`)],
  ["sale_events points at pay_periods", pointing(sql`sale_events`, sql`pay_periods`)],
  [
    "offices points at agents",
    sql`ALTER TABLE offices ADD head integer, ADD CONSTRAINT planted FOREIGN KEY (head) REFERENCES agents (id)`,
  ],
  [
    "types points at audit",
    sql`ALTER TABLE types ADD audit bigint, ADD CONSTRAINT planted FOREIGN KEY (audit) REFERENCES audit (id)`,
  ],
])("the check reports that %s", async (fault, change) => {
  await execute(change);
  expect(await faults()).toContain(fault);
});

test("data that must be unique without the agent has a table of its own, which stays on the first server", async () => {
  const keys = await queryRows<{ columns: string[] }>(sql`
      SELECT array_agg(a.attname::text) AS columns FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
      WHERE i.indrelid = 'postback_keys'::regclass AND i.indisunique GROUP BY i.indexrelid`);
  expect(keys).toEqual([{ columns: ["key"] }]);
  expect([...DISTRIBUTED, ...COPIED]).not.toContain("postback_keys");
});
