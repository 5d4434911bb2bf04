import { z } from "zod";
import { Required, wellFormed } from "../kernel/operation/input";
import { networkOf, textOf } from "../kernel/net/address";
import { sql } from "../kernel/database/sql";

export const Entry = z.object({ id: z.int(), ip: z.string() });
export type Entry = z.output<typeof Entry>;

/**
 * An entry's text, the same as `BlackListEntry.shown`.
 * SQL by hand: for lists.
 */
export const shown = sql`black_list_text(ip)`;

export const WRONG = "Please enter an IP address or a network such as 192.0.2.0/24.";
const LONGEST = 64;

/** The canonical form of an address or network, or undefined if it is neither. */
export function normalised(text: string): string | undefined {
  const network = text.length > LONGEST ? undefined : networkOf(text.trim());
  return network && textOf(network);
}

/** One address or network. Bits beyond the prefix are dropped. */
export const Ip = Required(LONGEST).transform((text, context) => {
  const ip = normalised(text);
  if (ip === undefined && text !== "") context.addIssue({ code: "custom", message: WRONG });
  return ip ?? text;
});

const MOST = 10_000;
const needed = "Please fill in this field.";
const tooMany = `Please enter at most ${MOST.toLocaleString("en-US")} lines.`;
const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);

/** The lines of a call. Invalid ones are accepted here and count as not on the list. */
export const Ips = z
  .array(z.string("Please send text.").refine(wellFormed, "Please use readable characters only."))
  .max(MOST, tooMany)
  .transform(trimmed)
  .refine((lines) => lines.length > 0, needed);

/** The field 'IP List': one entry per line, trimmed, without empty lines. */
export const IpList = z
  .string(needed)
  .max(1_000_000, "Please enter less text.")
  .refine(wellFormed, "Please use readable characters only.")
  .transform((text) => trimmed(text.split(/\r\n|\r|\n/)))
  .refine((lines) => lines.length > 0, needed)
  .refine((lines) => lines.length <= MOST, tooMany);
