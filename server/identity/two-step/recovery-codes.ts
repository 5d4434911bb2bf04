import { randomInt } from "node:crypto";
import { RecoveryCode } from "~models";
import { now } from "../../kernel/time/now";
import { keyedHash } from "../../kernel/process/secrets";

const COUNT = 10;
/** Five groups of five: 124 bits, so that somebody with the hashes and their key cannot try them out. */
const LENGTH = 25;
// Without characters that are easily confused: 0 and o, 1, i and l.
const CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789";

const newCode = () => Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join("");
const hashCode = (accountId: number, code: string) => keyedHash("recovery-code", `${accountId}:${code}`);
const formatCode = (code: string) => code.replace(/.{5}(?=.)/g, "$&-");

/** Replaces the account's codes by ten new ones. The database stores only their hashes. */
export async function newRecoveryCodes(accountId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await RecoveryCode.destroy({ where: { accountId } });
  await RecoveryCode.bulkCreate(codes.map((code) => ({ accountId, hash: hashCode(accountId, code) })));
  return codes.map(formatCode);
}

/** Uses up one of the account's codes. Returns false if none matches. `code` has no spaces or dashes. */
export async function useRecoveryCode(accountId: number, code: string): Promise<boolean> {
  const mine = { accountId, hash: hashCode(accountId, code.toLowerCase()), usedAt: null };
  const [used] = await RecoveryCode.update({ usedAt: now() }, { where: mine });
  return used === 1;
}

export const recoveryCodesLeft = (accountId: number): Promise<number> =>
  RecoveryCode.count({ where: { accountId, usedAt: null } });
