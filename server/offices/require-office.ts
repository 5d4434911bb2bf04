import { officesVisible } from "../accounts";
import { one } from "../kernel/database";
import { notFound } from "../kernel/refusal";
import type { Actor } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The office, if the account may know of it. Throws 404. */
export async function requireOffice(actor: Actor, id: number): Promise<{ id: number; officeName: string }> {
  const office = await one<{ id: number; officeName: string }>(sql`
    SELECT offices.id, office_name AS "officeName" FROM offices JOIN accounts ON accounts.id = account_id
    WHERE offices.id = ${id} AND ${officesVisible(actor)}`);
  if (!office) throw notFound();
  return office;
}
