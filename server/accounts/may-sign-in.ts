import type { Account } from "~models";
import { now } from "../kernel/clock";
import { sql, type Statement } from "../kernel/sql";

/**
 * Who may hold a session: neither deleted nor unapproved nor blocked, or blocked but let in until a moment to come.
 * SQL by hand: a condition of the statement that every page asks.
 */
export const maySignIn = (accounts = sql`accounts`): Statement => sql`(${accounts}.deleted_at IS NULL
  AND ${accounts}.approved AND (NOT ${accounts}.login_blocked OR coalesce(${accounts}.login_enabled_until > ${now()}, false)))`;

/** The same rule for an account that is loaded. */
export const isLetIn = ({ deletedAt, approved, loginBlocked, loginEnabledUntil }: Account): boolean =>
  deletedAt === null && approved && (!loginBlocked || (loginEnabledUntil !== null && loginEnabledUntil > now()));
