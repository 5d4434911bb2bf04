import { execute, queryOne, queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";

type Texts = TemplateStringsArray;

/**
 * Statements of a test: `` await db.row<{ id: number }>`SELECT id FROM sites WHERE sitename = ${name}` ``. Each runs in a
 * transaction of its own, or in the one that is open.
 */
export const db = {
  rows: <T>(...statement: [Texts, ...unknown[]]) => writeTransaction(() => queryRows<T>(sql(...statement))),
  row: <T>(...statement: [Texts, ...unknown[]]) => writeTransaction(() => queryOne<T>(sql(...statement))),
  /** Resolves with the number of rows that the statement has changed. */
  run: (...statement: [Texts, ...unknown[]]) => writeTransaction(() => execute(sql(...statement))),
};
