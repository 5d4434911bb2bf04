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
export async function createIfAbsent<M extends Model>(
  model: ModelStatic<M>,
  values: CreationAttributes<M>,
): Promise<boolean> {
  try {
    await model.create(values, { ignoreDuplicates: true });
    return true;
  } catch (error) {
    if (error instanceof EmptyResultError) return false;
    throw error;
  }
}

/**
 * Saves `values` (undefined keeps the stored value) and increments the record's version, even if no other column
 * changes. With the `version` that a form was based on, it throws OptimisticLockError if the record has another version
 * by then. Without one, the last write wins.
 */
export async function saveVersioned<M extends Model & { version: number }>(
  record: M,
  version: number | undefined,
  values: Partial<Attributes<M>> = {},
): Promise<void> {
  const changes = Object.entries(values).filter(([, value]) => value !== undefined);
  record.set(Object.fromEntries(changes) as Partial<Attributes<M>>);
  if (version !== undefined) record.set("version", version, { raw: true });
  record.changed("version", true);
  await record.save();
}

/**
 * Only checks the version: for forms that may change nothing, and for records whose version is not a column. Throws
 * OptimisticLockError. Lock the record first, so that its version cannot change before the save.
 */
export function requireVersion(version: number | undefined, current: { version: number }): void {
  if (version !== undefined && version !== current.version) throw new OptimisticLockError({});
}
