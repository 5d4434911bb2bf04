import { one, run } from "./database";
import type { Asker } from "./roles";
import { sql } from "./sql";

/**
 * Runs `body` once for a key and account: a repeat within 24 hours gets the first answer again, also when both
 * arrive at the same moment (the second waits for the first to commit). A refused first try leaves no trace.
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
    const first = await one<{ answer: T }>(sql`
      SELECT answer FROM once WHERE account_id = ${asker.accountId} AND key = ${key}`);
    if (!first) throw new Error(`The first answer of ${operation} is gone.`);
    return first.answer;
  }
  const answer = await body();
  await run(sql`
    UPDATE once SET answer = ${JSON.stringify(answer)}::jsonb
    WHERE account_id = ${asker.accountId} AND key = ${key}`);
  return answer;
}

/** Forgets the keys of a day ago: a repeat after that does its act again. */
export const forgetOnce = async (before: Date): Promise<void> => {
  await run(sql`DELETE FROM once WHERE at < ${before}`);
};
