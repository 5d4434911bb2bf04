import { setPassword } from "../../accounts";
import { run } from "../../kernel/database";
import { difference } from "../../kernel/difference";
import type { Call } from "../../kernel/operation";
import { sql } from "../../kernel/sql";

type Values = Record<string, unknown>;

/**
 * What every own profile has in common: a new password ends the person's other sessions and tokens, the version goes on by one,
 * and the audit gets what changed.
 */
export async function saveOwn(
  { actor, changed }: Call,
  {
    before,
    after,
    password,
    keepTokens,
    hash,
  }: { before: Values; after: Values; password?: string; keepTokens: boolean; hash?: string },
): Promise<void> {
  const { accountId, sessionId } = actor;
  if (password === undefined) await run(sql`UPDATE accounts SET version = version + 1 WHERE id = ${accountId}`);
  else await setPassword(accountId, password, { exceptSessionId: sessionId, keepTokens, hash });
  const secret = password === undefined ? [{}, {}] : [{ password: "" }, { password }];
  const what = difference({ ...before, ...secret[0] }, { ...after, ...secret[1] });
  changed({ record: "account", id: accountId, ...(what ?? { before: {}, after: {} }), onBehalfOf: accountId });
}
