import { z } from "zod";
import { PAYOUT_METHODS } from "~models";
import { Verbatim, visible } from "../kernel/operation/input";
import { type Actor, hasRole } from "../kernel/operation/roles";
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

/** The owner to which encrypted details are bound. */
export const contextOf = (accountId: number): string => `payout_details:${accountId}`;

export const sealDetails = (accountId: number, details: string): Buffer => seal(details, contextOf(accountId));

/** The lines of stored details in plain text. */
export const openDetails = ({ accountId, sealed }: { accountId: number; sealed: Buffer }): string =>
  unseal(sealed, contextOf(accountId)).toString();

/** True if the actor may see the lines. Owners see only that they have some and how they end. */
export const maySeeDetails = (actor: Actor): boolean => hasRole(actor, "superadmin") && actor.scope === "all";

/** The last characters of the lines; empty if they are too short to show a part of them. */
export const endingOf = (details: string): string =>
  details.length < MIN_MASKED_LENGTH ? "" : details.slice(-ENDING_LENGTH).trimStart();
