import { z } from "zod";
import { now } from "../../kernel/clock";
import { rows } from "../../kernel/database";
import { Nothing } from "../../kernel/input";
import { query } from "../../kernel/operation";
import { isoTime } from "../../kernel/periods";
import { atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { reachable } from "./reach";

type Row = {
  id: number;
  accountId: number;
  username: string;
  kind: "browser" | "client";
  name: string;
  scope: "read" | "all";
  expires_at: Date;
  last_used_at: Date | null;
};

/** The remote tokens that still open something, newest first. */
export const list = query({
  name: "auth.remoteTokens.list",
  does: "list remote tokens",
  allow: atLeast("company"),
  input: Nothing,
  output: z.array(
    z.object({
      id: z.int(),
      accountId: z.int(),
      username: z.string(),
      kind: z.enum(["browser", "client"]),
      name: z.string(),
      scope: z.enum(["read", "all"]),
      expiresAt: z.string(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
  async run({ actor }) {
    const found = await rows<Row>(sql`
      SELECT t.id, t.account_id AS "accountId", a.username, t.kind, t.name, t.scope, t.expires_at, t.last_used_at
      FROM remote_tokens t JOIN accounts a ON a.id = t.account_id
      WHERE t.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at > ${now()} AND a.deleted_at IS NULL
        AND ${reachable(actor, sql`t.account_id`)}
      ORDER BY t.id DESC`);
    return found.map(({ expires_at, last_used_at, ...row }) => ({
      ...row,
      expiresAt: isoTime(expires_at),
      lastUsedAt: last_used_at && isoTime(last_used_at),
    }));
  },
});
