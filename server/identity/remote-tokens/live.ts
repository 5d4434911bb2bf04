import { maySignIn } from "../../accounts";
import { now } from "../../kernel/periods/now";
import { sql, type Statement } from "../../kernel/database/sql";
import { reachable } from "./reach";

/** Prefix of client tokens. Distinguishes them from bearer tokens and lets secret scanners find leaked ones. */
export const CLIENT_PREFIX = "ct_";

/**
 * Condition for a valid token `t` of the account `accounts`. The token is not used, revoked or expired. The account may
 * sign in and its role is unchanged. The creator of the token may sign in and may still create links for the account.
 * SQL by hand: every request with a client token checks it.
 */
export const live = (): Statement => sql`
  t.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at > ${now()} AND t.role = accounts.role AND ${maySignIn()}
  AND EXISTS (SELECT 1 FROM accounts maker WHERE maker.id = t.created_by AND ${maySignIn(sql`maker`)})
  AND ${reachable(sql`t.created_by`, sql`t.account_id`)}`;
