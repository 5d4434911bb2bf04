import { hashPassword } from "../../accounts";
import { Flag, NewPassword, Verbatim } from "../../kernel/operation/input";

/** A new password also revokes the account's client tokens unless their owner sets this flag. */
export const keepTokens = Flag.default(false);

/** The new password, twice. If both are empty, the current password stays. */
export const passwordFields = { password: NewPassword, passwordConfirm: Verbatim(255).optional(), keepTokens };

type Fields = { password?: string; passwordConfirm?: string };

export const alike = ({ password, passwordConfirm }: Fields): boolean => (password ?? "") === (passwordConfirm ?? "");
export const notAlike = { path: ["passwordConfirm"], message: "Passwords do not match" };

/** Runs before the transaction, so that no row is locked while hashing. */
export const hashOf = async ({ password }: Fields): Promise<string | undefined> =>
  password === undefined ? undefined : hashPassword(password);

export const SECRET = ["password", "passwordConfirm"] as const;
