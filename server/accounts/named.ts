import { type Attributes, col, fn, Op, where, type WhereOptions } from "sequelize";
import type { Account } from "~models";
import { USERNAME } from "../kernel/operation/input";

/**
 * Lowercases a username for comparison, ASCII letters only. Case mapping of other alphabets differs between PostgreSQL
 * and JavaScript: `İ` becomes `i` in the one and two characters in the other.
 */
export const foldUsername = (name: string): string => name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** The `where` of the account that signs in with this username. Matches nothing if the username is invalid. */
export const isNamed = (username: string): WhereOptions<Attributes<Account>> =>
  USERNAME.test(username)
    ? { deletedAt: null, [Op.and]: where(fn("lower", col("Account.username")), foldUsername(username)) }
    : { id: [] };
