import { createHash } from "node:crypto";
import { one, run } from "./database";
import type { From } from "./operation";
import { invalidForm } from "./refusal";
import type { Asker } from "./roles";
import { keyedHash, seal, unseal } from "./secrets";
import { sql } from "./sql";

type First = { answer: Buffer | null; input_hash: Buffer | null };

/**
 * Runs `body` once for a key and account: a repeat within 24 hours gets the first answer again, also when both
 * arrive at the same moment (the second waits for the first to commit). A refused first try leaves no trace.
 * Answers are kept sealed: they show the passwords that the record's own row keeps sealed. With `sameInput` a repeat
 * that brings another input is refused: 422.
 */
export async function remembered<T>(
  { once: key, sameInput = false }: Pick<From, "once" | "sameInput">,
  operation: string,
  asker: Asker,
  input: unknown,
  body: () => Promise<T>,
): Promise<T> {
  if (key === undefined || asker === null) return body();
  const hash = sameInput ? await hashOf(operation, input) : null;
  const mine = await run(sql`
    INSERT INTO once (account_id, key, operation, input_hash)
    VALUES (${asker.accountId}, ${key}, ${operation}, ${hash})
    ON CONFLICT (account_id, key) DO NOTHING`);
  if (mine === 0) {
    const first = await one<First>(sql`
      SELECT answer, input_hash FROM once WHERE account_id = ${asker.accountId} AND key = ${key}`);
    if (!first?.answer) throw new Error(`The first answer of ${operation} is gone.`);
    // Keys from before inputs were compared have no hash.
    if (hash && first.input_hash && !hash.equals(first.input_hash)) throw invalidForm(OTHER_INPUT);
    return JSON.parse(unseal(first.answer, ownerOf(asker.accountId, key)).toString()) as T;
  }
  const answer = await body();
  await run(sql`
    UPDATE once SET answer = ${seal(JSON.stringify(answer), ownerOf(asker.accountId, key))}
    WHERE account_id = ${asker.accountId} AND key = ${key}`);
  return answer;
}

const OTHER_INPUT =
  "This Idempotency-Key was sent before with other values. Please use a new key, or send the same values again.";

const ownerOf = (accountId: number, key: string) => `once:${accountId}:${key}`;

/**
 * Keyed, because an input may hold a password that a plain hash would let somebody guess. A parsed input has the keys of
 * its schema in their order, however they were sent.
 */
async function hashOf(operation: string, input: unknown): Promise<Buffer> {
  const fields = await Promise.all(
    Object.entries(input as object).map(async ([name, value]: [string, unknown]) => [
      name,
      value instanceof Blob ? await digestOf(value) : value,
    ]),
  );
  return keyedHash("idempotency", `${operation}\n${JSON.stringify(Object.fromEntries(fields))}`);
}

const digestOf = async (file: Blob): Promise<string> =>
  createHash("sha256")
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("hex");

/** Forgets the keys of a day ago: a repeat after that does its act again. */
export const forgetOnce = async (before: Date): Promise<void> => {
  await run(sql`DELETE FROM once WHERE at < ${before}`);
};
