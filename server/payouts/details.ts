import { z } from "zod";
import { Account, PAYOUT_METHODS, PayoutDetails } from "~models";
import { Verbatim, visible } from "../kernel/operation/input";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { seal, unseal } from "../kernel/process/secrets";
import { oneLine } from "../kernel/text/characters";

const MAX_LENGTH = 500;
const MAX_LINES = 6;
/** Shorter details have no visible ending, because it would show most of them. */
const MIN_MASKED_LENGTH = 8;
const ENDING_LENGTH = 4;

/** Browsers send line ends as CRLF. Spaces around lines and empty lines are dropped. */
const normalizeLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== "")
    .join("\n");

export const PayoutMethod = z.enum(PAYOUT_METHODS, "Please choose one from the list.");

/** The fields of new payout details. Only cash may have no lines: its receiver comes in person. */
export const payoutFields = {
  method: PayoutMethod,
  details: Verbatim(MAX_LENGTH)
    .transform(normalizeLines)
    .superRefine((lines, context) => lines.split("\n").forEach((line) => visible(line, context)))
    .refine((lines) => lines.split("\n").length <= MAX_LINES, `Please use at most ${MAX_LINES} lines.`)
    .default(""),
};
export type NewDetails = { method: z.output<typeof PayoutMethod>; details: string };

export const hasDestination = ({ method, details }: NewDetails): boolean => method === "cash" || details !== "";
export const NO_DESTINATION = { path: ["details"], message: "Please fill in this field." };

export const PayoutOutput = z
  .object({
    method: PayoutMethod.nullable(),
    /** The lines. Null for everyone except superadmins, whose client tokens of a limited scope do not get them either. */
    details: z.string().nullable(),
    /** The last four characters of the lines; empty if they are too short to show a part of them. */
    ending: z.string(),
    changedAt: z.string().nullable(),
    changedBy: z.string().nullable(),
  })
  .meta({ id: "PayoutDetails", description: "How a payee is paid. Their owner gets the method and the ending only." });
export type PayoutOutput = z.output<typeof PayoutOutput>;

/** The owner to which encrypted details are bound. */
export const contextOf = (accountId: number): string => `payout_details:${accountId}`;

/** The lines of stored details in plain text. */
export const openDetails = ({ accountId, sealed }: { accountId: number; sealed: Buffer }): string =>
  unseal(sealed, contextOf(accountId)).toString();

/** True if the actor may see the lines. Owners see only that they have some and how they end. */
export const maySeeDetails = (actor: Actor): boolean => hasRole(actor, "superadmin") && actor.scope === "all";

const endingOf = (details: string): string =>
  details.length < MIN_MASKED_LENGTH ? "" : details.slice(-ENDING_LENGTH).trimStart();

/** The details of an account as the actor may see them. */
export async function readDetails(actor: Actor, accountId: number): Promise<PayoutOutput> {
  const stored = await PayoutDetails.findByPk(accountId, {
    include: [{ model: Account, as: "changer", attributes: ["username"] }],
  });
  if (!stored) return { method: null, details: null, ending: "", changedAt: null, changedBy: null };
  const lines = openDetails(stored);
  return {
    method: stored.method,
    details: maySeeDetails(actor) ? lines : null,
    ending: endingOf(lines),
    changedAt: isoTime(stored.changedAt),
    changedBy: stored.changer?.username || null,
  };
}

/** Replaces the details of an account that is locked. Returns the times of the last two changes, for the audit. */
export async function replaceDetails(actor: Actor, accountId: number, { method, details }: NewDetails) {
  const sealed = seal(details, contextOf(accountId));
  const values = { method, sealed, changedAt: now(), changedBy: actor.accountId || null };
  const stored = await PayoutDetails.findByPk(accountId);
  const before = stored?.changedAt ?? null;
  if (stored) await stored.update(values);
  else await PayoutDetails.create({ accountId, ...values });
  return { before: before && isoTime(before), after: isoTime(values.changedAt) };
}
