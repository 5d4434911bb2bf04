import { QueryTypes, type Model, type ModelAttributeColumnOptions, type ModelStatic } from "sequelize";
import { beforeAll, describe, expect, test } from "vitest";
import { Account, Agent, Office, models } from "~models";
import { closeDatabase, database } from "../../server/kernel/database";
import { inRollback } from "../world/database";

type Column = { type: string; nullable: boolean; hasDefault: boolean; key: boolean };
type Table = Record<string, Column>;

const COLUMNS = `
  SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
         NOT a.attnotnull AS nullable, a.atthasdef OR a.attidentity <> '' AS "hasDefault",
         coalesce(a.attnum = ANY (i.indkey), false) AS key
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> 'migrations'`;

function modelled(model: ModelStatic<Model>): Table {
  return Object.fromEntries(
    Object.entries(model.getAttributes()).map(([name, attribute]) => [
      attribute.field ?? name,
      {
        type: spelled(attribute.type),
        nullable: attribute.allowNull !== false,
        hasDefault: attribute.defaultValue !== undefined || attribute.autoIncrement === true,
        key: attribute.primaryKey === true,
      },
    ]),
  );
}

/** A model's type as the database spells it. */
function spelled(type: ModelAttributeColumnOptions["type"]): string {
  const text = (type as { toSql(): string }).toSql().toLowerCase();
  return text.replace("decimal", "numeric");
}

let tables: Record<string, Table>;

beforeAll(async () => {
  const rows = await database().query<Column & { table: string; name: string }>(COLUMNS, { type: QueryTypes.SELECT });
  tables = {};
  for (const { table, name, ...column } of rows) (tables[table] ??= {})[name] = column;
});

describe("models and tables", () => {
  test("each table has one model and each model a table", () => {
    const named = models.map((model) => model.tableName);
    expect([...named].sort()).toEqual(Object.keys(tables).sort());
  });

  test("the columns of each model are those of its table: names, types, nullability, defaults and keys", () => {
    const fromModels = Object.fromEntries(
      models.map((model) => [model.tableName, modelled(model as ModelStatic<Model>)]),
    );
    expect(fromModels).toEqual(tables);
  });
});

describe("models at work", () => {
  test("rows are written with the defaults of their tables and read with what they belong to", () =>
    inRollback(async () => {
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
    }));

  test("the models follow a database that was opened anew", async () => {
    const before = database();
    expect(Account.sequelize).toBe(before);
    await closeDatabase();
    expect(database()).not.toBe(before);
    expect(Account.sequelize).toBe(database());
    expect(Object.keys(Agent.associations).sort()).toContain("office");
  });
});
