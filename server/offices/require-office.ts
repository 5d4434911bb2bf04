import type { Attributes } from "sequelize";
import { Office } from "~models";
import { findOneVisible } from "../accounts";
import type { Actor } from "../kernel/operation/roles";

/** The office. Throws 404 if the account cannot see it. */
export async function requireOffice(actor: Actor, id: number): Promise<Pick<Attributes<Office>, "id" | "officeName">> {
  const { officeName } = await findOneVisible(Office, actor, id, { attributes: ["id", "officeName"] });
  return { id, officeName };
}
