import { queryOne } from "../../../server/kernel/database/transactions";
import type { Statement } from "../../../server/kernel/database/sql";

/** The single row of a builder's statement; throws if there is none. */
export async function onlyRow<T>(statement: Statement): Promise<T> {
  const row = await queryOne<T>(statement);
  if (!row) throw new Error("A builder's statement answered no row.");
  return row;
}
