import { type Model, type Attributes, OptimisticLockError } from "sequelize";

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

/** A change of a record, for the audit and for other systems. */
export type Change = {
  /** The kind of record, singular: "office", "agent". */
  record: string;
  id: number | string;
  /** Changed fields only, in both `before` and `after`; null where the record did not exist or no longer exists. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** ID of the account that the change affects, if any. */
  onBehalfOf?: number;
  /** Username of the person who created the link or token, if it is not the acting account's own. */
  by?: string | null;
};
