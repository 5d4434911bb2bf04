import { all, identifier, join, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { unseal } from "../kernel/process/secrets";
import { namesOf, type Owner, type SealedColumn, selectedColumns } from "./columns";

export type SealedValue = { owner: Owner; sealed: Buffer };

const SEALED = "sealed_value";

/** The first byte of a value is the id of its key. */
export const isSealedWith = ({ column }: SealedColumn, id: number): Statement =>
  sql`substr(${identifier(column)}, 1, 1) = ${Buffer.from([id])}`;

export const isIn = ({ key }: SealedColumn, owner: Owner): Statement =>
  all(key.map((name) => sql`${identifier(name)} = ${owner[name]}`));

const isAfter = ({ key }: SealedColumn, owner: Owner): Statement =>
  sql`(${namesOf(key)}) > (${join(key.map((name) => sql`${owner[name]}`))})`;

type Part = { where?: Statement; after?: SealedValue | undefined; limit: number };

/** Values of a column in the order of its primary key, at most `limit` of those after `after`. */
export async function readSealed(column: SealedColumn, { where, after, limit }: Part): Promise<SealedValue[]> {
  const rows = await queryRows<Owner>(sql`
    SELECT ${selectedColumns(column)}, ${identifier(column.column)} AS ${identifier(SEALED)}
    FROM ${identifier(column.table)}
    WHERE ${all([sql`${identifier(column.column)} IS NOT NULL`, where, after && isAfter(column, after.owner)])}
    ORDER BY ${namesOf(column.key)} LIMIT ${limit}`);
  return rows.map(({ [SEALED]: sealed, ...owner }) => ({ owner, sealed: sealed as Buffer }));
}

/** The number of values of a column by the id of their key. */
export async function countByKey({ table, column }: SealedColumn): Promise<Map<number, number>> {
  const rows = await queryRows<{ byte: Buffer; count: number }>(sql`
    SELECT substr(${identifier(column)}, 1, 1) AS byte, count(*) AS count
    FROM ${identifier(table)} WHERE ${identifier(column)} IS NOT NULL GROUP BY 1`);
  return new Map(rows.map(({ byte, count }) => [byte[0] ?? 0, count]));
}

/** The value in plain. Throws if no key opens it. */
export const open = (column: SealedColumn, { owner, sealed }: SealedValue): Buffer =>
  unseal(sealed, column.context(owner));

export function opens(column: SealedColumn, value: SealedValue): boolean {
  try {
    open(column, value);
    return true;
  } catch {
    // Any error means that the value cannot be recovered.
    return false;
  }
}
