import {
  type CreationAttributes,
  EmptyResultError,
  type Model,
  type ModelStatic,
  type Attributes,
  OptimisticLockError,
} from "sequelize";

/**
 * Creates the record unless its key is taken, and returns whether it did. Of several concurrent callers one creates it;
 * the others wait until its transaction has ended.
 */
export async function createdFirst<M extends Model>(
  model: ModelStatic<M>,
  values: CreationAttributes<M>,
): Promise<boolean> {
  try {
    await model.create(values, { ignoreDuplicates: true });
    return true;
  } catch (thrown) {
    if (thrown instanceof EmptyResultError) return false;
    throw thrown;
  }
}

/**
 * Saves `values` (undefined keeps the stored value) and increments the record's version, even if no other column
 * changes. With the `version` that a form was based on, it throws OptimisticLockError if the record has another version
 * by then. Without one, the last write wins.
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
 * Only checks the version: for forms that may change nothing, and for records whose version is not a column. Throws
 * OptimisticLockError. Lock the record first, so that its version cannot change before the save.
 */
export function requireVersion(version: number | undefined, present: { version: number }): void {
  if (version !== undefined && version !== present.version) throw new OptimisticLockError({});
}
