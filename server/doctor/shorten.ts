import { z } from "zod";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Pasted } from "./examine";
import { linkText, parsePastedText } from "./pasted-text";

/** Number of characters kept for the form field if the text has no link, click ID or e-mail address. */
const MAX_TEXT_LENGTH = 300;
/** Limit for all links together, in characters. A single link is short; further links are dropped. */
const MAX_LINKS_LENGTH = 4_000;

/**
 * Reduces a pasted text to its links, click ID or e-mail address, so that it fits into a URL and no mail text gets into
 * URLs or logs.
 */
export const shorten = query({
  name: "links.find",
  does: "read tracked links",
  allow: atLeast("agent"),
  input: z.object({ link: Pasted.default("") }),
  secret: ["link"],
  output: z.object({ link: z.string() }),
  async run(_call, { link: text }) {
    const pasted = await parsePastedText(text);
    if (pasted.found === "click") return { link: pasted.clickId };
    if (pasted.found === "customer") return { link: pasted.email };
    if (pasted.found !== "link") return { link: text.slice(0, MAX_TEXT_LENGTH).toWellFormed() };
    let link = "";
    for (const line of pasted.links.map(linkText)) {
      if (link.length + line.length > MAX_LINKS_LENGTH) break;
      link += link === "" ? line : `\n${line}`;
    }
    return { link };
  },
});
