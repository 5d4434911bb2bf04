import { z } from "zod";
import { BlackListEntry } from "~models";
import { Required, Text } from "../kernel/operation/input";
import { isWellFormed } from "../kernel/text/characters";
import { isoTime } from "../kernel/time";
import { parseNetwork, formatNetwork } from "../kernel/addresses/address";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";

/** An entry as it is read: with its reason, and who added it and when, where that is known. */
export const Entry = z
  .object({
    id: z.int(),
    ip: z.string(),
    reason: z.string(),
    addedBy: z.string().nullable(),
    addedAt: z.string().nullable(),
  })
  .meta({ id: "BlackListEntry", description: "An address or network whose clicks do not count." });
export type Entry = z.output<typeof Entry>;

const originColumns = selectColumns(BlackListEntry, ["id", "reason", "addedBy", "addedAt"], { from: "entries" });
/** Columns of an entry, from `black_list AS entries`. */
export const entryColumns = sql`${originColumns}, black_list_text(entries.ip) AS ip`;
export type EntryRow = RowOf<typeof originColumns> & Pick<Entry, "ip">;

export const toEntry = ({ addedAt, ...row }: EntryRow): Entry => ({ ...row, addedAt: addedAt && isoTime(addedAt) });

/** Why an entry was added. */
export const EntryReason = Text(255).default("");

/** An entry's text, the same as `BlackListEntry.shown`. */
export const readableIp = sql`black_list_text(ip)`;

export const INVALID_ENTRY = "Please enter an IP address or a network such as 192.0.2.0/24.";
const MAX_LENGTH = 64;

/** The canonical form of an address or network, or undefined if it is neither. */
export function normalize(text: string): string | undefined {
  const network = text.length > MAX_LENGTH ? undefined : parseNetwork(text.trim());
  return network && formatNetwork(network);
}

/** Public lists write a comment behind an entry or on a line of its own. */
const withoutComment = (line: string): string => line.replace(/[#;].*$/s, "").trim();

/** One address or network. Bits beyond the prefix are dropped. */
export const Ip = Required(MAX_LENGTH).transform((text, context) => {
  const ip = normalize(withoutComment(text));
  if (ip === undefined && text !== "") context.addIssue({ code: "custom", message: INVALID_ENTRY });
  return ip ?? text;
});

const MAX_LINES = 10_000;
const requiredMessage = "Please fill in this field.";
const tooManyMessage = `Please enter at most ${MAX_LINES.toLocaleString("en-US")} lines.`;
const trimLines = (lines: readonly string[]) => lines.map(withoutComment).filter(Boolean);

/** The lines of a call. Invalid ones are accepted here and count as not on the list. */
export const Ips = z
  .array(z.string("Please send text.").refine(isWellFormed, "Please use readable characters only."))
  .max(MAX_LINES, tooManyMessage)
  .transform(trimLines)
  .refine((lines) => lines.length > 0, requiredMessage);

/** The field 'IP List': one entry per line, trimmed, without comments and empty lines. */
export const IpList = z
  .string(requiredMessage)
  .max(1_000_000, "Please enter less text.")
  .refine(isWellFormed, "Please use readable characters only.")
  .transform((text) => trimLines(text.split(/\r\n|\r|\n/)))
  .refine((lines) => lines.length > 0, requiredMessage)
  .refine((lines) => lines.length <= MAX_LINES, tooManyMessage);
