import { maySignIn } from "../../accounts";
import { now } from "../../kernel/clock";
import { sql, type Statement } from "../../kernel/sql";
import { reachable } from "./reach";

/** Prefix of client tokens. It distinguishes them from bearers, and lets scanners find leaked ones. */
export const CLIENT_PREFIX = "ct_";

/**
 * Whether the token `t` of the account `accounts` opens anything at this moment: neither used, revoked nor expired; the
 * account may sign in and has the role it had; and the maker of the token may sign in and still reaches the account.
 * SQL by hand: every request with a client token asks it.
 */
export const live = (): Statement => sql`
  t.revoked_at IS NULL AND t.used_at IS NULL AND t.expires_at > ${now()} AND t.role = accounts.role AND ${maySignIn()}
  AND EXISTS (SELECT 1 FROM accounts maker WHERE maker.id = t.created_by AND ${maySignIn(sql`maker`)})
  AND ${reachable(sql`t.created_by`, sql`t.account_id`)}`;
