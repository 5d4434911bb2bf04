import { expect, it } from "vitest";
import { writeAudit } from "../../../server/kernel/operation/audit";
import { queryOne, queryRows, execute, writeTransaction } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { db } from "../../world/db";
import { test } from "../../world/rollback";

/** Writes an audit row and returns the condition that finds it. */
async function aRow() {
  const [id = 0] = await writeAudit("test.act", null, [{ record: "site", id: 7, before: { a: 1 }, after: { a: 2 } }]);
  return sql`id = ${id}`;
}
const APPEND_ONLY = /^The audit is append-only\.$/;

test("the database refuses to change, delete or truncate audit rows", async () => {
  const row = await aRow();
  for (const statement of [
    sql`UPDATE audit SET after = '{}' WHERE ${row}`,
    sql`UPDATE audit SET username = NULL`,
    sql`DELETE FROM audit WHERE ${row}`,
    sql`TRUNCATE audit`,
  ]) {
    await expect(writeTransaction(() => execute(statement))).rejects.toThrow(APPEND_ONLY);
  }
  expect(await queryOne(sql`SELECT after FROM audit WHERE ${row}`)).toEqual({ after: { a: 2 } });
});

test("a transaction marked as a purge may blank and delete audit rows, but not truncate the table", async () => {
  const row = await aRow();
  await writeTransaction(async () => {
    await execute(sql`SELECT set_config('audit.purging', 'on', true)`);
    expect(await execute(sql`UPDATE audit SET before = NULL, after = NULL WHERE ${row}`)).toBe(1);
    await expect(db.run`TRUNCATE audit`).rejects.toThrow(APPEND_ONLY);
    expect(await execute(sql`DELETE FROM audit WHERE ${row}`)).toBe(1);
    expect(await queryRows(sql`SELECT id FROM audit WHERE ${row}`)).toEqual([]);
  });
});

it("permission to purge ends with its transaction, also on the same connection", async () => {
  const row = await writeTransaction(aRow);
  await writeTransaction(async () => {
    await execute(sql`SELECT set_config('audit.purging', 'on', true)`);
    expect(await execute(sql`UPDATE audit SET before = NULL WHERE ${row}`)).toBe(1);
  });
  for (let i = 0; i < 10; i++) {
    await expect(db.run`DELETE FROM audit WHERE ${row}`).rejects.toThrow(APPEND_ONLY);
  }
});
