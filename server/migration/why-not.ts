import { one } from "../kernel/database";
import { Username } from "../kernel/input";
import { rows } from "../kernel/database";
import { sql } from "../kernel/sql";
import type { Staged } from "./move-in";

/** Why a staged agent cannot be moved, in words, or the office that he comes to. */
export async function whyNot({ username, officeName, codes }: Staged): Promise<string | { id: number }> {
  if (username.length > 10) return "The username has over 10 characters.";
  if (!Username.safeParse(username).success) return "The username may hold letters, digits, _ . and - only.";
  const taken = await one(sql`
    SELECT 1 FROM accounts WHERE lower(username) = lower(${username}) AND deleted_at IS NULL`);
  if (taken) return "Username is taken";
  const given = codes.map(({ code }) => code);
  const used = await one<{ code: string }>(sql`SELECT code FROM legacy_links WHERE code = ANY(${given}::text[])`);
  if (used) return `The code ${used.code} leads to another agent.`;
  const offices = await rows<{ id: number }>(sql`
    SELECT offices.id FROM offices JOIN accounts ON accounts.id = account_id
    WHERE lower(office_name) = lower(${officeName}) AND deleted_at IS NULL LIMIT 2`);
  if (offices.length > 1) return `Several offices are called "${officeName}".`;
  return offices[0] ?? `There is no office "${officeName}".`;
}
