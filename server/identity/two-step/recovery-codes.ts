import { randomInt } from "node:crypto";
import { now } from "../../kernel/clock";
import { one, run } from "../../kernel/database";
import { keyedHash } from "../../kernel/secrets";
import { sql } from "../../kernel/sql";

const COUNT = 10;
const LENGTH = 10;
// Without what is read as something else: 0 and o, 1, i and l.
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";

const newCode = () => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join("");
const hashOf = (accountId: number, code: string) => keyedHash("recovery-code", `${accountId}:${code}`);
const shown = (code: string) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Ten new codes in place of those there were; they are known to the person alone. */
export async function newRecoveryCodes(accountId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode);
  await run(sql`DELETE FROM recovery_codes WHERE account_id = ${accountId}`);
  for (const code of codes) {
    await run(sql`INSERT INTO recovery_codes (account_id, hash) VALUES (${accountId}, ${hashOf(accountId, code)})`);
  }
  return codes.map(shown);
}

/** True when it was one of the account's codes, which is used up by this. `code` without spaces and dashes. */
export async function useRecoveryCode(accountId: number, code: string): Promise<boolean> {
  const used = await run(sql`
    UPDATE recovery_codes SET used_at = ${now()}
    WHERE account_id = ${accountId} AND hash = ${hashOf(accountId, code.toLowerCase())} AND used_at IS NULL`);
  return used === 1;
}

export async function recoveryCodesLeft(accountId: number): Promise<number> {
  const found = await one<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM recovery_codes WHERE account_id = ${accountId} AND used_at IS NULL`);
  return found?.count ?? 0;
}
