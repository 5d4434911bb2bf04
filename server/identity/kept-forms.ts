import { Op } from "sequelize";
import { Account, KeptForm, Session } from "~models";
import { now } from "../kernel/clock";
import { writeTransaction } from "../kernel/database";
import { DAY_MS } from "../kernel/durations";
import { newToken, seal, tokenHash, unseal } from "../kernel/secrets";
import { LAST_SESSION_SECONDS } from "./last-session";

/**
 * A form that is posted after its session has ended is kept, sealed, for the account of that session and shown to it
 * again after it has signed in. Only a browser that had a session of the account can leave one.
 */

/** The page that shows the form, and what was typed; `omitted`: passwords or files were left out. */
export type TypedForm = { path: string; intent?: string; typed: Record<string, unknown>; omitted: boolean };

const LASTS = DAY_MS;
/** A text of 1 MB and what JSON adds to it. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_OF_ACCOUNT = 5;

const ownerOf = (accountId: number) => `kept_forms:${accountId}`;

/**
 * Keeps the form for the account whose session the token opened and answers the key under which it can be read.
 * Undefined when there was no such session, it ended too long ago, or the form is too large. The oldest make way.
 */
export async function keep(lastToken: string, form: TypedForm): Promise<string | undefined> {
  const text = JSON.stringify(form);
  if (Buffer.byteLength(text) > MOST_BYTES) return undefined;
  const since = new Date(now().getTime() - LAST_SESSION_SECONDS * 1_000);
  return writeTransaction(async () => {
    const session = await Session.findOne({
      attributes: ["accountId"],
      where: { hash: tokenHash(lastToken), kind: "browser", createdAt: { [Op.gt]: since } },
    });
    if (!session) return undefined;
    const { accountId } = session;
    // The row is held: forms of one account that come at the same moment are counted one after another.
    if (!(await Account.findOne({ where: { id: accountId, deletedAt: null }, lock: true }))) return undefined;
    const newest = await KeptForm.findAll({ attributes: ["hash"], where: { accountId }, order: [["at", "DESC"]] });
    for (const old of newest.slice(MOST_OF_ACCOUNT - 1)) await old.destroy();
    const key = newToken();
    await KeptForm.create({ hash: tokenHash(key), accountId, sealed: seal(text, ownerOf(accountId)), at: now() });
    return key;
  });
}

/** The form that was kept under the key for this account; undefined for another one's, an old one or a key of nobody. */
export async function read(accountId: number, key: string): Promise<TypedForm | undefined> {
  const kept = await writeTransaction(() =>
    KeptForm.findOne({ where: { hash: tokenHash(key), accountId, at: { [Op.gt]: tooOld() } } }),
  );
  return kept ? (JSON.parse(unseal(kept.sealed, ownerOf(accountId)).toString()) as TypedForm) : undefined;
}

/** The form was saved: nobody needs it any more. */
export async function drop(accountId: number, key: string): Promise<void> {
  await writeTransaction(() => KeptForm.destroy({ where: { hash: tokenHash(key), accountId } }));
}

const tooOld = () => new Date(now().getTime() - LASTS);

/** Forgets forms of a day ago. Needs an open transaction. */
export const forgetKeptForms = async (): Promise<void> => {
  await KeptForm.destroy({ where: { at: { [Op.lte]: tooOld() } } });
};
