import { createHash } from "node:crypto";
import { Op } from "sequelize";
import { SignInFailure } from "~models";
import { normalizeUsername } from "../../accounts";
import { networkAddress } from "../../kernel/addresses/address";
import { now } from "../../kernel/time/now";

/**
 * Proof of work in place of the picture. The browser searches a number with which the SHA-256 of the challenge begins with
 * enough zero bits; each bit doubles its work. `app/islands/proof.ts` computes the same.
 */

/** 260,000 hashes on average: a second on a phone. */
export const FEWEST_BITS = 18;
/** 64 times as much, a minute on a phone. The picture remains. */
const MOST_MORE_BITS = 6;
const WINDOW_MS = 15 * 60_000;
/** The end of a check is ciphertext, so it differs in every check. With the number it fits into one block of SHA-256. */
const CHALLENGE_LENGTH = 40;

/** The zero bits of a proof. One hash. */
export function zeroBits(check: string, proof: string): number {
  if (!/^[0-9a-f]{8}$/.test(proof)) return 0;
  const text = check.slice(-CHALLENGE_LENGTH) + proof;
  return Math.clz32(createHash("sha256").update(text).digest().readUInt32BE(0));
}

/**
 * The bits that a proof needs: one more each time the failures of 15 minutes double, of the address or, if it is known, of
 * the name. Needs an open transaction.
 */
export async function neededBits(ip: string | null, username?: string): Promise<number> {
  const recent = { act: "sign-in", judged: true, at: { [Op.gt]: new Date(now().getTime() - WINDOW_MS) } } as const;
  const address = networkAddress(ip);
  const byAddress = await SignInFailure.count({ where: { ...recent, ip: address } });
  const name = normalizeUsername(username?.trim() ?? "");
  const byName = name ? await SignInFailure.count({ where: { ...recent, username: name } }) : 0;
  return FEWEST_BITS + Math.min(MOST_MORE_BITS, Math.floor(Math.log2(1 + Math.max(byAddress, byName))));
}
