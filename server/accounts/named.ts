import { type Attributes, col, fn, Op, where, type WhereOptions } from "sequelize";
import type { Account } from "~models";
import { USERNAME } from "../kernel/input";

/**
 * Upper and lower case of a username are the same, and of ASCII letters alone: what other alphabets fold to depends on
 * who folds (`İ` is `i` to a database and two characters to a program).
 */
export const foldUsername = (name: string): string => name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** The `where` of the account that signs in by this name. A name that no account can have is nobody's. */
export const isNamed = (username: string): WhereOptions<Attributes<Account>> =>
  USERNAME.test(username)
    ? { deletedAt: null, [Op.and]: where(fn("lower", col("Account.username")), foldUsername(username)) }
    : { id: [] };
