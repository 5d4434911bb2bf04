import { one, run } from "./database";
import type { Asker } from "./roles";
import { seal, unseal } from "./secrets";
import { sql } from "./sql";

/**
 * Runs `body` once for a key and account: a repeat within 24 hours gets the first answer again, also when both
 * arrive at the same moment (the second waits for the first to commit). A refused first try leaves no trace.
 * Answers are kept sealed: they show the passwords that the record's own row keeps sealed.
 */
export async function remembered<T>(
  key: string | undefined,
  operation: string,
  asker: Asker,
  body: () => Promise<T>,
): Promise<T> {
  if (key === undefined || asker === null) return body();
  const mine = await run(sql`
    INSERT INTO once (account_id, key, operation) VALUES (${asker.accountId}, ${key}, ${operation})
    ON CONFLICT (account_id, key) DO NOTHING`);
  if (mine === 0) {
    const first = await one<{ answer: Buffer | null }>(sql`
      SELECT answer FROM once WHERE account_id = ${asker.accountId} AND key = ${key}`);
    if (!first?.answer) throw new Error(`The first answer of ${operation} is gone.`);
    return JSON.parse(unseal(first.answer, ownerOf(asker.accountId, key)).toString()) as T;
  }
  const answer = await body();
  await run(sql`
    UPDATE once SET answer = ${seal(JSON.stringify(answer), ownerOf(asker.accountId, key))}
    WHERE account_id = ${asker.accountId} AND key = ${key}`);
  return answer;
}

const ownerOf = (accountId: number, key: string) => `once:${accountId}:${key}`;

/** Forgets the keys of a day ago: a repeat after that does its act again. */
export const forgetOnce = async (before: Date): Promise<void> => {
  await run(sql`DELETE FROM once WHERE at < ${before}`);
};
