import { USERNAME } from "../kernel/input";
import { sql, type Statement } from "../kernel/sql";

/**
 * Upper and lower case of a username are the same, and of ASCII letters alone: what other alphabets fold to depends on
 * who folds (`İ` is `i` to a database and two characters to a program).
 */
export const foldUsername = (name: string): string => name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** Condition on `accounts`: the account that signs in by this name. A name that no account can have is nobody's. */
export const isNamed = (username: string): Statement =>
  USERNAME.test(username)
    ? sql`(lower(accounts.username) = lower(${username}) AND accounts.deleted_at IS NULL)`
    : sql`FALSE`;
