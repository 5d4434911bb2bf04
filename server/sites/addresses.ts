import { z } from "zod";
import { wellFormed } from "../kernel/operation/input";
import { networkOf, textOf } from "../kernel/net/network";

const MOST = 10_000;
const NAMED = 10;
const LONGEST = 64;
const number = (count: number) => count.toLocaleString("en-US");

/** The network as it is stored and returned; a single address gets its prefix. */
function cidrOf(text: string): string | undefined {
  const network = text.length > LONGEST ? undefined : networkOf(text);
  if (!network) return undefined;
  const shown = textOf(network);
  return shown.includes("/") ? shown : `${shown}/${network.bits}`;
}

/**
 * The addresses and networks from which a site may report, without duplicates: a list, or the lines of a field. The
 * error names the first invalid lines and counts the rest. Skipping an invalid line could lock the site out or let
 * everybody in.
 */
export const AllowedAddresses = z
  .array(z.string("Please send text.").max(1_000_000).refine(wellFormed, "Please use readable characters only."))
  .max(MOST, `Please enter at most ${number(MOST)} lines.`)
  .transform((given, context) => {
    const lines = given.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => line.trim());
    const judged = lines.map((text, index) => ({ text, line: index + 1, cidr: cidrOf(text) }));
    const told = (message: string) => context.addIssue({ code: "custom", message });
    const filled = judged.filter(({ text }) => text !== "");
    if (filled.length > MOST) told(`Please enter at most ${number(MOST)} lines.`);
    const wrong = filled.filter(({ cidr }) => cidr === undefined);
    for (const { text, line } of wrong.slice(0, NAMED)) {
      told(`Line ${line}: ${text.slice(0, LONGEST)} is not an IP address or network.`);
    }
    if (wrong.length > NAMED) told(`${number(wrong.length - NAMED)} more lines are invalid.`);
    return [...new Set(filled.flatMap(({ cidr }) => cidr ?? []))];
  });
