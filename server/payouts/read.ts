import { z } from "zod";
import { Account, PayoutDetails } from "~models";
import { hasSecondStep } from "../identity";
import { type Actor, isPasswordSession } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { endingOf, maySeeDetails, openDetails, PayoutMethod } from "./details";

/** Former details that superadmins see, the newest ones. */
const MAX_FORMER = 20;

const Lines = {
  /** The lines. Null for everyone except superadmins, whose client tokens of a limited scope do not get them either. */
  details: z.string().nullable(),
  /** The last four characters of the lines; empty if they are too short to show a part of them. */
  ending: z.string(),
};
const Confirmation = {
  /** From when payments go there: 72 hours after the change, or the time of the confirmation. */
  usedFrom: z.string().nullable(),
  /** The superadmin who confirmed them before that. */
  confirmedBy: z.string().nullable(),
};

export const PayoutOutput = z
  .object({
    method: PayoutMethod.nullable(),
    ...Lines,
    changedAt: z.string().nullable(),
    changedBy: z.string().nullable(),
    ...Confirmation,
    /** True until `usedFrom`: payments still go to the details before. */
    waits: z.boolean(),
    /** The details that are used until then; null if the newest are used or there were none. */
    usedNow: z.object({ method: PayoutMethod, ...Lines }).nullable(),
    /** Grows with every change and confirmation; 0 without details. */
    version: z.int(),
    /** False in sessions that were not opened with the person's own password. */
    mayChange: z.boolean(),
    /** Whether a change needs a code of the person's two-step sign-in. */
    needsCode: z.boolean(),
    /** All details before the newest, newest first; for superadmins only. */
    former: z
      .array(
        z.object({
          method: PayoutMethod,
          ...Lines,
          changedAt: z.string(),
          changedBy: z.string().nullable(),
          ...Confirmation,
          /** True if another change came before these were used. */
          withdrawn: z.boolean(),
        }),
      )
      .optional(),
  })
  .meta({ id: "PayoutDetails", description: "How a payee is paid. Their owner gets the method and the ending only." });
export type PayoutOutput = z.output<typeof PayoutOutput>;

const names = ["changer", "confirmer"].map((as) => ({ model: Account, as, attributes: ["username"] }));

/** All details of an account, newest first. */
export const readHistory = (accountId: number): Promise<PayoutDetails[]> =>
  PayoutDetails.findAll({ where: { accountId }, include: names, order: [["id", "DESC"]] });

export const isUsed = ({ usedFrom, withdrawnAt }: PayoutDetails): boolean => withdrawnAt === null && usedFrom <= now();

/** The details of an account as the actor may see them. `history` is what `readHistory` has read already. */
export async function readDetails(
  actor: Actor,
  accountId: number,
  history?: readonly PayoutDetails[],
): Promise<PayoutOutput> {
  const [newest, ...older] = history ?? (await readHistory(accountId));
  const session = {
    mayChange: isPasswordSession(actor),
    needsCode: await hasSecondStep(actor.accountId),
  };
  const former = maySeeDetails(actor) ? { former: older.slice(0, MAX_FORMER).map((row) => toFormer(actor, row)) } : {};
  if (!newest) {
    const none = { method: null, details: null, ending: "", changedAt: null, changedBy: null };
    const unused = { usedFrom: null, confirmedBy: null, waits: false, usedNow: null };
    return { ...none, ...unused, version: 0, ...session, ...former };
  }
  const waits = !isUsed(newest);
  const used = waits ? older.find(isUsed) : undefined;
  return {
    ...toLines(actor, newest),
    ...toAuthors(newest),
    waits,
    usedNow: used ? toLines(actor, used) : null,
    version: newest.version,
    ...session,
    ...former,
  };
}

function toLines(actor: Actor, row: PayoutDetails) {
  const lines = openDetails(row);
  return { method: row.method, details: maySeeDetails(actor) ? lines : null, ending: endingOf(lines) };
}

const toAuthors = ({ changedAt, changer, usedFrom, confirmer }: PayoutDetails) => ({
  changedAt: isoTime(changedAt),
  changedBy: changer?.username || null,
  usedFrom: isoTime(usedFrom),
  confirmedBy: confirmer?.username || null,
});

const toFormer = (actor: Actor, row: PayoutDetails) => ({
  ...toLines(actor, row),
  ...toAuthors(row),
  withdrawn: row.withdrawnAt !== null,
});
