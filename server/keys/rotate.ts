import { identifier, sql } from "../kernel/database/sql";
import { execute, readTransaction, writeTransaction } from "../kernel/database/transactions";
import { sealingKey } from "../kernel/process/data-keys";
import { loadHashKeys, seal } from "../kernel/process/secrets";
import { type SealedColumn, sealedColumns } from "./columns";
import { countByKey, isIn, isSealedWith, open, readSealed, type SealedValue } from "./values";

/** Rows are locked until their batch is committed. */
const BATCH = 100;

/** `left`: values under other keys. `broken`: those of them that no key opens. */
export type Rotation = { says: string; sealed: number; left: number; broken: number };

/**
 * Seals every value of the database with the first key, in batches, beside running servers. Each batch is committed by
 * itself, so a run that was interrupted is continued by the next. `onColumn` receives the result of each column.
 */
export async function rotateKeys(onColumn: (result: Rotation) => void): Promise<Rotation[]> {
  // Hashes keep the keys that they have, which may derive from a key that is about to go.
  await writeTransaction(loadHashKeys);
  const results: Rotation[] = [];
  for (const column of sealedColumns) {
    const result = await rotateColumn(column);
    results.push(result);
    onColumn(result);
  }
  return results;
}

async function rotateColumn(column: SealedColumn): Promise<Rotation> {
  const { id } = sealingKey();
  let [sealed, broken] = [0, 0];
  let last: SealedValue | undefined;
  do {
    const batch = await writeTransaction(() => sealBatch(column, id, last));
    sealed += batch.sealed;
    broken += batch.broken;
    last = batch.last;
  } while (last);
  const counts = await readTransaction(() => countByKey(column));
  counts.delete(id);
  const left = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { says: column.says, sealed, left, broken };
}

async function sealBatch(column: SealedColumn, id: number, after: SealedValue | undefined) {
  const where = sql`NOT (${isSealedWith(column, id)})`;
  const values = await readSealed(column, { where, after, limit: BATCH });
  let [sealed, broken] = [0, 0];
  for (const value of values) {
    const plain = tryToOpen(column, value);
    if (plain) sealed += await replace(column, value, seal(plain, column.context(value.owner)));
    else broken += 1;
  }
  return { sealed, broken, last: values.at(-1) };
}

/** Leaves a value that was changed meanwhile: the server that changed it has sealed it. */
const replace = (column: SealedColumn, { owner, sealed }: SealedValue, again: Buffer): Promise<number> =>
  execute(sql`
    UPDATE ${identifier(column.table)} SET ${identifier(column.column)} = ${again}
    WHERE ${isIn(column, owner)} AND ${identifier(column.column)} = ${sealed}`);

function tryToOpen(column: SealedColumn, value: SealedValue): Buffer | undefined {
  try {
    return open(column, value);
  } catch {
    // The integrity check finds it.
    return undefined;
  }
}
