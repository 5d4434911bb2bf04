import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { rows } from "../../kernel/database/transactions";
import { isoTime } from "../../kernel/periods";
import { type Actor, scopes } from "../../kernel/operation/roles";
import { type RowOf, selected, sql } from "../../kernel/database/sql";
import { live } from "./live";
import { seen } from "./reach";

export const TokenRow = z.object({
  id: z.int(),
  accountId: z.int(),
  username: z.string(),
  kind: z.enum(["browser", "client"]),
  name: z.string(),
  scope: z.enum(scopes),
  /** Username of the token's creator, if that is another account. */
  by: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type TokenRow = z.output<typeof TokenRow>;

const ofToken = selected(
  RemoteToken,
  ["id", "accountId", "kind", "name", "scope", "createdAt", "expiresAt", "lastUsedAt"],
  { from: "t" },
);
const ofOwner = selected(Account, ["username"]);
type Row = RowOf<typeof ofToken> & RowOf<typeof ofOwner> & Pick<TokenRow, "by">;

/** FROM and WHERE for the valid tokens that the account may see. */
export const visible = (actor: Actor) => sql`
  FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id WHERE ${live()} AND ${seen(actor)}`;

/**
 * Newest first. `part` is an optional LIMIT clause.
 * SQL by hand: one statement reads a page of the list with its owners and creators.
 */
export async function tokenRows(actor: Actor, part = sql``): Promise<TokenRow[]> {
  const found = await rows<Row>(sql`
    SELECT ${ofToken}, ${ofOwner},
           (SELECT by.username FROM accounts by WHERE by.id = t.created_by AND by.id <> t.account_id) AS by
    ${visible(actor)} ORDER BY t.id DESC ${part}`);
  return found.map((row) => ({
    ...row,
    createdAt: isoTime(row.createdAt),
    expiresAt: isoTime(row.expiresAt),
    lastUsedAt: row.lastUsedAt && isoTime(row.lastUsedAt),
  }));
}
