import { z } from "zod";
import { rows } from "../../kernel/database";
import { isoTime } from "../../kernel/periods";
import { type Actor, scopes } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { live } from "./live";
import { seen } from "./reach";

export const TokenRow = z.object({
  id: z.int(),
  accountId: z.int(),
  username: z.string(),
  kind: z.enum(["browser", "client"]),
  name: z.string(),
  scope: z.enum(scopes),
  /** The maker's username, where somebody else made it. */
  by: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

type Times = "createdAt" | "expiresAt" | "lastUsedAt";
type Row = Omit<z.output<typeof TokenRow>, Times> & { created_at: Date; expires_at: Date; last_used_at: Date | null };

/** The FROM and WHERE of the tokens that still open something and that the account may see. */
export const visible = (actor: Actor) => sql`
  FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id WHERE ${live()} AND ${seen(actor)}`;

/** Newest first. */
export async function tokenRows(actor: Actor, part = sql``): Promise<z.output<typeof TokenRow>[]> {
  const found = await rows<Row>(sql`
    SELECT t.id, t.account_id AS "accountId", accounts.username, t.kind, t.name, t.scope, t.created_at, t.expires_at,
           t.last_used_at,
           (SELECT by.username FROM accounts by WHERE by.id = t.created_by AND by.id <> t.account_id) AS by
    ${visible(actor)} ORDER BY t.id DESC ${part}`);
  return found.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    createdAt: isoTime(created_at),
    expiresAt: isoTime(expires_at),
    lastUsedAt: last_used_at && isoTime(last_used_at),
  }));
}
