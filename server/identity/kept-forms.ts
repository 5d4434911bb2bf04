import { Op } from "sequelize";
import { Account, SavedForm, Session } from "~models";
import { now } from "../kernel/time/now";
import { writeTransaction } from "../kernel/database/transactions";
import { DAY_MS } from "../kernel/time/durations";
import { newToken, seal, tokenHash, unseal } from "../kernel/process/secrets";

/**
 * A form that is posted after its session has ended is stored, encrypted, for the account of that session and shown
 * again after the next sign-in. Only a browser that had a session of the account can store one.
 */

/** The page of the form and its values. `omitted` is true if passwords or files were left out. */
export type TypedForm = { path: string; intent?: string; typed: Record<string, unknown>; omitted: boolean };

const LIFETIME_MS = DAY_MS;
/** Of a session whose forms are kept: up to 12 hours until it ends, the rest for forms posted afterwards. */
const LONGEST_AGE_MS = 7 * DAY_MS;
/** Fits a text of 1 MB plus JSON escapes. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_PER_ACCOUNT = 5;

/** The owner to which an encrypted form is bound. */
export const sealContext = (accountId: number): string => `kept_forms:${accountId}`;

/**
 * Stores the form for the account of the session with this token and returns the key to read it. Returns undefined if
 * there was no such session, if the session began more than seven days ago, or if the form is too large. Beyond five
 * forms per account, the oldest are deleted.
 */
export async function keep(lastToken: string, form: TypedForm): Promise<string | undefined> {
  const text = JSON.stringify(form);
  if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
  const since = new Date(now().getTime() - LONGEST_AGE_MS);
  return writeTransaction(async () => {
    const session = await Session.findOne({
      attributes: ["accountId"],
      where: { hash: tokenHash(lastToken), kind: "browser", createdAt: { [Op.gt]: since } },
    });
    if (!session) return undefined;
    const { accountId } = session;
    // Locking the row serializes concurrent forms of one account, so that the limit holds.
    if (!(await Account.findOne({ where: { id: accountId, deletedAt: null }, lock: true }))) return undefined;
    const newest = await SavedForm.findAll({ attributes: ["hash"], where: { accountId }, order: [["at", "DESC"]] });
    for (const old of newest.slice(MAX_PER_ACCOUNT - 1)) await old.destroy();
    const key = newToken();
    await SavedForm.create({ hash: tokenHash(key), accountId, sealed: seal(text, sealContext(accountId)), at: now() });
    return key;
  });
}

/** The form with this key. Undefined if it does not exist, is over a day old or belongs to another account. */
export async function read(accountId: number, key: string): Promise<TypedForm | undefined> {
  const form = await writeTransaction(() =>
    SavedForm.findOne({ where: { hash: tokenHash(key), accountId, at: { [Op.gt]: tooOld() } } }),
  );
  return form ? (JSON.parse(unseal(form.sealed, sealContext(accountId)).toString()) as TypedForm) : undefined;
}

/** Deletes a form after it was saved. */
export async function drop(accountId: number, key: string): Promise<void> {
  await writeTransaction(() => SavedForm.destroy({ where: { hash: tokenHash(key), accountId } }));
}

const tooOld = () => new Date(now().getTime() - LIFETIME_MS);

/** Deletes forms that are a day old. Needs an open transaction. */
export const deleteExpiredForms = async (): Promise<void> => {
  await SavedForm.destroy({ where: { at: { [Op.lte]: tooOld() } } });
};
