import { type Attributes, type Model, OptimisticLockError } from "sequelize";

/**
 * Saves the values that are given (those that are undefined stay) as one change of the record, also where none of its own
 * columns changes. With the version that a form was made from it throws OptimisticLockError when the record has another
 * one by then; without one the last write wins.
 */
export async function saveFrom<M extends Model & { version: number }>(
  record: M,
  version: number | undefined,
  values: Partial<Attributes<M>> = {},
): Promise<void> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  record.set(Object.fromEntries(given) as Partial<Attributes<M>>);
  if (version !== undefined) record.set("version", version, { raw: true });
  record.changed("version", true);
  await record.save();
}

/**
 * The same check alone: for a form that may change nothing, and for records whose changes are counted otherwise than in a
 * column. Hold the record first, so that it has no other version by the time of the save.
 */
export function requireVersion(version: number | undefined, present: { version: number }): void {
  if (version !== undefined && version !== present.version) throw new OptimisticLockError({});
}
