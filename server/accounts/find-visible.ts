import {
  type Attributes,
  type FindOptions,
  type Model,
  type ModelStatic,
  Op,
  type Order,
  Transaction,
  type WhereOptions,
} from "sequelize";
import { notFound } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";

/** A model with restricted records: `visibleTo` returns the `where` and `include` of those the actor may see. */
type Visible<M extends Model> = ModelStatic<M> & {
  visibleTo(actor: Actor): Pick<FindOptions<Attributes<M>>, "where" | "include">;
  /** Locks the accounts of these records. If the model has this method, the records themselves are not locked. */
  lockAccounts?(ids: readonly number[]): Promise<void>;
};

type Options<M extends Model> = { lock?: boolean; order?: Order; attributes?: (keyof Attributes<M> & string)[] };

const BY_ID: Order = [["id", "ASC"]];

/**
 * The records with these ids, locked for update if `lock` is set. Throws 404 if one of them does not exist or is not
 * visible to the actor.
 */
export async function findVisible<M extends Model>(
  model: Visible<M>,
  actor: Actor,
  ids: readonly number[],
  { lock = false, order = BY_ID, attributes }: Options<M> = {},
): Promise<M[]> {
  const { where = {}, include } = model.visibleTo(actor);
  if (lock) await model.lockAccounts?.(ids);
  const found = await model.findAll({
    where: { [Op.and]: [{ id: [...ids] }, where] } as WhereOptions<Attributes<M>>,
    include,
    order,
    attributes,
    ...(lock && !model.lockAccounts ? { lock: { level: Transaction.LOCK.UPDATE, of: model } } : {}),
  });
  if (found.length < new Set(ids).size) throw notFound();
  return found;
}

/** Like `findVisible`, for one record. */
export async function findOneVisible<M extends Model>(
  model: Visible<M>,
  actor: Actor,
  id: number,
  options: Options<M> = {},
): Promise<M> {
  const [found] = await findVisible(model, actor, [id], options);
  if (!found) throw notFound();
  return found;
}
