import { hashPassword } from "../../accounts";
import { Flag, NewPassword, Verbatim } from "../../kernel/input";

/** A new password ends the account's client tokens too, unless their owner keeps them. */
export const keepTokens = Flag.default(false);

/** A new password and its repetition; both empty keep the old one. */
export const passwordFields = { password: NewPassword, passwordConfirm: Verbatim(255).optional(), keepTokens };

type Fields = { password?: string; passwordConfirm?: string };

export const alike = ({ password, passwordConfirm }: Fields): boolean => (password ?? "") === (passwordConfirm ?? "");
export const notAlike = { path: ["passwordConfirm"], message: "Passwords do not match" };

/** Made before the transaction: hashing must hold no row. */
export const hashOf = async ({ password }: Fields): Promise<string | undefined> =>
  password === undefined ? undefined : hashPassword(password);

export const SECRET = ["password", "passwordConfirm"] as const;
