import { type Attributes, Transaction, type WhereOptions } from "sequelize";
import { Type } from "~models";
import { notFound } from "../kernel/operation/refusal";
import type { Actor } from "../kernel/operation/roles";

const attributes = ["id", "siteId", "typename", "bonus"] as const;
export type TypeKnown = Pick<Attributes<Type>, (typeof attributes)[number]>;

/** The link, if the account can see its site. */
export async function findType(actor: Actor, id: number): Promise<TypeKnown | undefined> {
  const { include } = Type.visibleTo(actor);
  return (await Type.findOne({ attributes: [...attributes], include, where: { id }, raw: true })) ?? undefined;
}

/** The link. Throws 404 if the account cannot see its site. */
export async function requireType(actor: Actor, id: number): Promise<TypeKnown> {
  const type = await findType(actor, id);
  if (!type) throw notFound();
  return type;
}

/**
 * Locks the links that match the condition until the transaction ends, and returns them in the order of their ids. A
 * second change of a link or its prices waits here and then reads what the first one wrote.
 */
export const holdTypes = (where: WhereOptions<Attributes<Type>>): Promise<Type[]> =>
  Type.findAll({ where, order: ["id"], lock: Transaction.LOCK.NO_KEY_UPDATE });

/** The link, locked for update. It must belong to `siteId` if that is set. Throws 404. */
export async function holdType(id: number, siteId?: number): Promise<Type> {
  const [type] = await holdTypes(siteId === undefined ? { id } : { id, siteId });
  if (!type) throw notFound();
  return type;
}
