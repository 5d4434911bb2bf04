import { z } from "zod";
import { now } from "../../kernel/clock";
import { rows } from "../../kernel/database";
import { isoTime } from "../../kernel/periods";
import type { Actor } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { reachable } from "./reach";

export const TokenRow = z.object({
  id: z.int(),
  accountId: z.int(),
  username: z.string(),
  kind: z.enum(["browser", "client"]),
  name: z.string(),
  scope: z.enum(["read", "all"]),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

type Row = Pick<z.output<typeof TokenRow>, "id" | "accountId" | "username" | "kind" | "name" | "scope"> & {
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
};

/** The FROM and WHERE of the tokens that still open something and that the account may see. */
export const live = (actor: Actor) => sql`
  FROM remote_tokens t JOIN accounts a ON a.id = t.account_id
  WHERE t.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at > ${now()} AND a.deleted_at IS NULL
    AND ${reachable(actor, sql`t.account_id`)}`;

/** Newest first. */
export async function tokenRows(actor: Actor, part = sql``): Promise<z.output<typeof TokenRow>[]> {
  const found = await rows<Row>(sql`
    SELECT t.id, t.account_id AS "accountId", a.username, t.kind, t.name, t.scope, t.created_at, t.expires_at,
           t.last_used_at
    ${live(actor)} ORDER BY t.id DESC ${part}`);
  return found.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    createdAt: isoTime(created_at),
    expiresAt: isoTime(expires_at),
    lastUsedAt: last_used_at && isoTime(last_used_at),
  }));
}
