import { z } from "zod";
import { decodeMacros } from "../kernel/text/macros";

const MAX_HOSTS = 50;

/** The host of a line, in lower case and with its port; undefined for any other text. */
function hostOf(line: string): string | undefined {
  if (!/^[^/?#@\\\s:*]+(:\d{1,5})?$/.test(line) || !URL.canParse(`https://${line}/`)) return undefined;
  return new URL(`https://${line}/`).host;
}

/** The hosts of deep links, without duplicates: a list, or the lines of a field. */
export const AllowedHosts = z
  .array(z.string("Please send text.").max(20_000))
  .transform((texts, context) => {
    const lines = texts.flatMap((text) => text.split(/[\r\n]+/).map((line) => line.trim())).filter(Boolean);
    const addIssue = (message: string) => context.addIssue({ code: "custom", message });
    if (lines.length > MAX_HOSTS) addIssue(`Please enter at most ${MAX_HOSTS} hosts.`);
    const wrong = lines.find((line) => hostOf(line) === undefined);
    if (wrong !== undefined)
      addIssue(`Please enter hosts such as shop.example.org, without https://, not "${wrong.slice(0, 60)}".`);
    return [...new Set(lines.flatMap((line) => hostOf(line) ?? []))];
  })
  .describe("Hosts, with ports other than the usual ones, to which `to` of a click on this link may lead. At most 50.");

/** The message for a link with deep links whose target passes the click ID in its path, which they do not have. */
export function deepLinkError(url: string, hosts: readonly string[]): string | undefined {
  const [path = ""] = decodeMacros(url).split(/[?#]/, 1);
  if (hosts.length === 0 || !path.includes("{clickid}")) return undefined;
  return "Deep links need {clickid} in the query or the fragment of the address.";
}
