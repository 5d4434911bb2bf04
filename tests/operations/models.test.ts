import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { QueryTypes, Utils, type Model, type ModelAttributeColumnOptions, type ModelStatic } from "sequelize";
import { beforeAll, describe, expect, it } from "vitest";
import { config } from "../../server/kernel/process/config";
import { rollUpColumns, ROLL_UPS } from "../../models/roll-ups";
import { Account, Agent, StoredKey, Office, LastWrite, models } from "~models";
import { connectionConfig } from "../../server/kernel/process/database-address";
import { closeDatabase, database, withConnection } from "../../server/kernel/database/transactions";
import { test } from "../world/rollback";

const every = models as readonly ModelStatic<Model>[];
const select = <T extends object>(text: string) => database().query<T>(text, { type: QueryTypes.SELECT });

/** Tables that only hand-written SQL fills: their columns are in the migrations alone. */
const WITHOUT_MODEL = [
  "black_list_changes",
  "click_batches",
  "click_uniques",
  "domain_checks",
  "log_positions",
  "migrations",
  "postback_keys",
  "postback_refusals",
  "site_hours",
  "stats_delta",
  ...ROLL_UPS.map(({ table }) => table),
];
/** All others of the schema; the program creates the partitions. */
const TABLES = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname <> ALL ('{${WITHOUT_MODEL.join()}}')`;

type Column = { type: string; nullable: boolean; key: boolean; default: unknown };
type Tables = Record<string, Record<string, Column>>;

/** A default that the database computes for each row, as opposed to a constant. */
const computed = (text: string) => ({ computed: text });
const IDENTITY = computed("the next number");

async function columnsOfTables(): Promise<Tables> {
  type Row = Omit<Column, "default"> & { table: string; name: string; identity: boolean; expression: string | null };
  const columns = await select<Row>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
           coalesce(a.attnum = ANY (i.indkey), false) AS key, a.attidentity <> '' AS identity,
           pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE ${TABLES}`);
  const constants = [...new Set(columns.flatMap(({ expression }) => (isValue(expression) ? [expression] : [])))];
  const [values = {}] = await select<Record<string, unknown>>(
    `SELECT ${constants.map((text, i) => `to_jsonb(${text}) AS "${i}"`).join(", ")}`,
  );
  const tables: Tables = {};
  for (const { table, name, identity, expression, ...column } of columns) {
    const value = isValue(expression) ? values[constants.indexOf(expression)] : expression && computed(expression);
    (tables[table] ??= {})[name] = { ...column, default: identity ? IDENTITY : value };
  }
  return tables;
}

const isValue = (expression: string | null): expression is string => expression !== null && !expression.includes("(");

function columnsOf(model: ModelStatic<Model>): Tables[string] {
  return Object.fromEntries(
    Object.entries(model.getAttributes()).map(([name, attribute]) => [
      attribute.field ?? name,
      {
        type: spelled(attribute.type),
        nullable: attribute.allowNull !== false,
        key: attribute.primaryKey === true,
        default: attribute.autoIncrement ? IDENTITY : defaultOf(attribute.defaultValue),
      },
    ]),
  );
}

const defaultOf = (value: unknown): unknown =>
  value instanceof Utils.Literal ? computed(String((value as { val?: unknown }).val)) : (value ?? null);

/** A model's type in the database's spelling. */
function spelled(type: ModelAttributeColumnOptions["type"]): string {
  const text = (type as { toSql(): string }).toSql().toLowerCase();
  return text.replace("decimal", "numeric");
}

/** "table.column -> table.column on delete RULE" of each foreign key. */
const keysOfTables = async () =>
  (
    await select<{ line: string }>(`
      SELECT concat(c.relname, '.', a.attname, ' -> ', t.relname, '.', b.attname, ' on delete ', CASE k.confdeltype
        WHEN 'a' THEN 'NO ACTION' WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' ELSE 'SET DEFAULT' END) AS line
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
      CROSS JOIN unnest(k.conkey, k.confkey) AS pair (own, other)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = pair.own
      JOIN pg_attribute b ON b.attrelid = t.oid AND b.attnum = pair.other
      WHERE k.contype = 'f' AND ${TABLES}`)
  ).map(({ line }) => line);

function keysOf(model: ModelStatic<Model>): string[] {
  return Object.values(model.getAttributes()).flatMap(({ field, references, onDelete }) => {
    if (!references) return [];
    const { model: to, key } = typeof references === "string" ? { model: references, key: "id" } : references;
    return [`${model.tableName}.${field} -> ${String(to)}.${key} on delete ${onDelete ?? "NO ACTION"}`];
  });
}

type Unique = { table: string; name: string; columns: string[] };

const uniqueConstraintsOfTables = () =>
  select<Unique>(`
    SELECT c.relname AS table, k.conname AS name, array_agg(a.attname::text ORDER BY place) AS columns
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    CROSS JOIN unnest(k.conkey) WITH ORDINALITY AS own (attnum, place)
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = own.attnum
    WHERE k.contype = 'u' AND ${TABLES} GROUP BY 1, 2 ORDER BY 1, 2`);

const uniqueConstraintsOf = (model: ModelStatic<Model>): Unique[] =>
  Object.entries((model as unknown as { uniqueKeys: Record<string, { fields: string[] }> }).uniqueKeys).map(
    ([name, { fields }]) => ({ table: model.tableName, name, columns: fields }),
  );

/** The statements of unique indexes without a constraint, as the database prints them. */
const uniqueIndexesOfTables = async () =>
  (
    await select<{ text: string }>(`
      SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      WHERE i.indisunique AND ${TABLES} AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
      ORDER BY 1`)
  ).map(({ text }) => text);

// Opening the database defines the models.
beforeAll(() => void database());

describe("models and tables", () => {
  it("each table that is not filled by hand-written SQL alone has one model, and each model one table", async () => {
    expect(every.map(({ tableName }) => tableName).sort()).toEqual(Object.keys(await columnsOfTables()).sort());
    const text = readFileSync("docs/architecture.md", "utf8");
    expect(WITHOUT_MODEL.filter((table) => table !== "migrations" && !text.includes(`\`${table}\``))).toEqual([]);
  });

  it("each model has its table's columns: names, types, nullability, constant defaults, primary keys", async () => {
    expect(Object.fromEntries(every.map((model) => [model.tableName, columnsOf(model)]))).toEqual(
      await columnsOfTables(),
    );
  });

  it("model and table have the same foreign keys and rules on delete", async () => {
    expect(every.flatMap(keysOf).sort()).toEqual((await keysOfTables()).sort());
  });

  it("model and table have the same unique constraints, under the same names", async () => {
    const ofModels = every.flatMap(uniqueConstraintsOf);
    const order = (one: Unique, other: Unique) => (one.name < other.name ? -1 : 1);
    expect(ofModels.sort(order)).toEqual((await uniqueConstraintsOfTables()).sort(order));
  });

  test("the models' unique indexes match the migrations, with conditions and orders", async () => {
    const before = await uniqueIndexesOfTables();
    for (const text of before) await database().query(`DROP INDEX ${/INDEX (\w+)/.exec(text)?.[1]}`);
    for (const model of every) {
      for (const { fields = [], ...index } of model.options.indexes ?? []) {
        await database()
          .getQueryInterface()
          .addIndex(model.tableName, [...fields] as string[], { ...index });
      }
    }
    expect(await uniqueIndexesOfTables()).toEqual(before);
  });
});

describe("models at work", () => {
  test("rows are written with their table's defaults and read with their associations", async () => {
    const manager = await Account.create({ role: 10, username: "office", passwordHash: "x" });
    const office = await Office.create({
      accountId: manager.id,
      officeName: "Quay",
      manFirstName: "Ana",
      manLastName: "Quill",
    });
    const account = await Account.create({ role: 20, username: "clerk", passwordHash: "x" });
    await Agent.create({ accountId: account.id, companyId: office.id, firstName: "Bo", lastName: "Reed" });
    const agent = await Agent.findOne({
      where: { accountId: account.id },
      include: [
        { model: Account, as: "account" },
        { model: Office, as: "office" },
      ],
    });
    const read = await Account.findByPk(account.id);
    expect(read?.registeredAt).toBeInstanceOf(Date);
    expect(agent?.account).toMatchObject({ active: true, hidden: false, version: 1 });
    expect(agent?.office?.officeName).toBe("Quay");
  });

  it("on a connection outside the pools, all statements run in its transaction", async () => {
    const client = new pg.Client(connectionConfig(config().DATABASE_URL));
    await client.connect();
    await client.query("BEGIN");
    const name = randomUUID();
    try {
      await withConnection(client, async () => {
        await StoredKey.create({ name, sealed: Buffer.from([1]) });
        await StoredKey.bulkCreate([{ name, sealed: Buffer.from([2]) }], { ignoreDuplicates: true });
        await StoredKey.update({ sealed: Buffer.from([3]) }, { where: { name } });
        await LastWrite.record(-1);
        expect((await StoredKey.findByPk(name))?.sealed).toEqual(Buffer.from([3]));
        expect(await LastWrite.destroy({ where: { accountId: -1 } })).toBe(1);
      });
      expect((await client.query("SELECT sealed FROM kept_keys WHERE name = $1", [name])).rowCount).toBe(1);
      expect(await StoredKey.findByPk(name)).toBeNull();
    } finally {
      await client.query("ROLLBACK");
      await client.end();
    }
    expect(await StoredKey.findByPk(name)).toBeNull();
  });

  it("models use the database that was opened last", async () => {
    const before = database();
    expect(Account.sequelize).toBe(before);
    await closeDatabase();
    expect(database()).not.toBe(before);
    expect(Account.sequelize).toBe(database());
    expect(Object.keys(Agent.associations).sort()).toContain("office");
  });
});

test("the list of roll-ups has each table of measures in the schema, with its columns and the order of its key", async () => {
  const stored = await select<{ table: string; columns: string[]; keys: string[] }>(`
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attname) AS columns,
           array_agg(a.attname::text ORDER BY array_position(i.indkey::int2[], a.attnum))
             FILTER (WHERE a.attnum = ANY (i.indkey)) AS keys
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'stats_delta'
    GROUP BY c.relname HAVING bool_or(a.attname IN ('hits', 'raws'))`);
  const listed = ROLL_UPS.map((rollUp) => ({
    table: rollUp.table,
    columns: [...rollUpColumns(rollUp), ...(rollUp.keepsDays ? ["days"] : [])].sort(),
    keys: rollUp.keys,
  }));
  const byName = (one: { table: string }, other: { table: string }) => (one.table < other.table ? -1 : 1);
  expect(listed.sort(byName)).toEqual(stored.sort(byName));
});
