import type { Account } from "~models";
import { now } from "../kernel/periods/now";
import { sql, type Statement } from "../kernel/database/sql";

/**
 * Condition for accounts that may have a session: not deleted, approved, and not blocked unless sign-in is enabled
 * until a time in the future.
 * SQL by hand: part of the statement that every request runs.
 */
export const maySignIn = (accounts = sql`accounts`): Statement => sql`(${accounts}.deleted_at IS NULL
  AND ${accounts}.approved AND (NOT ${accounts}.login_blocked OR coalesce(${accounts}.login_enabled_until > ${now()}, false)))`;

/** The same rule for a loaded account. */
export const isLetIn = ({ deletedAt, approved, loginBlocked, loginEnabledUntil }: Account): boolean =>
  deletedAt === null && approved && (!loginBlocked || (loginEnabledUntil !== null && loginEnabledUntil > now()));
