import { readTransaction } from "../kernel/database/transactions";
import { findDataKey, MissingKey, WrongKey } from "../kernel/process/data-keys";
import { sealedColumns } from "./columns";
import { countByKey, isSealedWith, opens, readSealed } from "./values";

/** The ids of the keys that sealed what the database holds. */
export const keysInUse = (): Promise<number[]> =>
  readTransaction(async () => {
    const ids = new Set<number>();
    for (const column of sealedColumns) for (const id of (await countByKey(column)).keys()) ids.add(id);
    return [...ids].sort((a, b) => a - b);
  });

/**
 * Throws a SettingError if the settings lack a key that sealed values of the database, or have another one under its id.
 * One value of each key and column is tried, and one that opens is enough, because a single value may be damaged.
 */
export const requireKeys = (): Promise<void> =>
  readTransaction(async () => {
    const results = new Map<number, boolean>();
    for (const column of sealedColumns) {
      for (const id of (await countByKey(column)).keys()) {
        if (results.get(id)) continue;
        const [value] = await readSealed(column, { where: isSealedWith(column, id), limit: 1 });
        results.set(id, value !== undefined && opens(column, value));
      }
    }
    for (const [id, opened] of results) if (!opened) throw findDataKey(id) ? new WrongKey(id) : new MissingKey(id);
  });
