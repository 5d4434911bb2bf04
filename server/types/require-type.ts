import { sitesVisible } from "../accounts";
import { one } from "../kernel/database";
import { notFound } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";

export type TypeKnown = { id: number; siteId: number; typename: string; bonus: boolean };

/** The link, if the account may know of its site. */
export function findType(actor: Actor, id: number): Promise<TypeKnown | undefined> {
  return one<TypeKnown>(sql`
    SELECT id, site_id AS "siteId", typename, bonus FROM types
    WHERE id = ${id} AND ${sitesVisible(actor, sql`site_id`)}`);
}

/** The same; throws 404 where there is none. */
export async function requireType(actor: Actor, id: number): Promise<TypeKnown> {
  const type = await findType(actor, id);
  if (!type) throw notFound();
  return type;
}
