import { now } from "../kernel/clock";
import { one, run, writing } from "../kernel/database";
import { DAY_MS } from "../kernel/durations";
import { newToken, seal, tokenHash, unseal } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { LAST_SESSION_SECONDS } from "./last-session";

/**
 * A form that is posted after its session has ended is kept, sealed, for the account of that session and shown to it
 * again after it has signed in. Only a browser that had a session of the account can leave one.
 */

/** The page that shows the form, and what was typed; `omitted`: passwords or files were left out. */
export type KeptForm = { path: string; intent?: string; typed: Record<string, unknown>; omitted: boolean };

const LASTS = DAY_MS;
/** A text of 1 MB and what JSON adds to it. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_OF_ACCOUNT = 5;

const ownerOf = (accountId: number) => `kept_forms:${accountId}`;

/**
 * Keeps the form for the account whose session the token opened and answers the key under which it can be read.
 * Undefined when there was no such session, it ended too long ago, or the form is too large. The oldest make way.
 */
export async function keep(lastToken: string, form: KeptForm): Promise<string | undefined> {
  const text = JSON.stringify(form);
  if (Buffer.byteLength(text) > MOST_BYTES) return undefined;
  const since = new Date(now().getTime() - LAST_SESSION_SECONDS * 1_000);
  return writing(async () => {
    // The row is held: forms of one account that come at the same moment are counted one after another.
    const owner = await one<{ id: number }>(sql`
      SELECT accounts.id FROM sessions JOIN accounts ON accounts.id = account_id
      WHERE hash = ${tokenHash(lastToken)} AND kind = 'browser' AND sessions.created_at > ${since}
        AND accounts.deleted_at IS NULL FOR UPDATE OF accounts`);
    if (!owner) return undefined;
    const key = newToken();
    await run(sql`
      INSERT INTO kept_forms (hash, account_id, sealed, at)
      VALUES (${tokenHash(key)}, ${owner.id}, ${seal(text, ownerOf(owner.id))}, ${now()})`);
    await run(sql`
      DELETE FROM kept_forms WHERE account_id = ${owner.id} AND hash NOT IN (
        SELECT hash FROM kept_forms WHERE account_id = ${owner.id}
        ORDER BY at DESC, hash = ${tokenHash(key)} DESC LIMIT ${MOST_OF_ACCOUNT})`);
    return key;
  });
}

/** The form that was kept under the key for this account; undefined for another one's, an old one or a key of nobody. */
export async function read(accountId: number, key: string): Promise<KeptForm | undefined> {
  const row = await writing(() =>
    one<{ sealed: Buffer }>(sql`
      SELECT sealed FROM kept_forms
      WHERE hash = ${tokenHash(key)} AND account_id = ${accountId} AND at > ${oldest()}`),
  );
  return row && (JSON.parse(unseal(row.sealed, ownerOf(accountId)).toString()) as KeptForm);
}

/** The form was saved: nobody needs it any more. */
export async function drop(accountId: number, key: string): Promise<void> {
  await writing(() => run(sql`DELETE FROM kept_forms WHERE hash = ${tokenHash(key)} AND account_id = ${accountId}`));
}

const oldest = () => new Date(now().getTime() - LASTS);

/** Forgets forms of a day ago. Needs an open transaction. */
export const forgetKeptForms = async (): Promise<void> => {
  await run(sql`DELETE FROM kept_forms WHERE at <= ${oldest()}`);
};
