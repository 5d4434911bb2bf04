import { z } from "zod";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Pasted } from "./examine";
import { lineOf, questionIn } from "./question";

/** Number of characters kept for the form field if the text has no link, click ID or e-mail address. */
const KEPT = 300;
/** Limit for all links together, in characters. A single link is short; further links are dropped. */
const LONGEST = 4_000;

/**
 * Reduces a pasted text to its links, click ID or e-mail address, so that it fits into a URL and no mail text gets into
 * URLs or logs.
 */
export const shorten = query({
  name: "links.find",
  does: "read tracked links",
  allow: atLeast("admin"),
  input: z.object({ link: Pasted.default("") }),
  secret: ["link"],
  output: z.object({ link: z.string() }),
  async run(_call, { link: text }) {
    const question = await questionIn(text);
    if (question.found === "click") return { link: question.clickId };
    if (question.found === "customer") return { link: question.email };
    if (question.found === null) return { link: text.slice(0, KEPT).toWellFormed() };
    let link = "";
    for (const line of question.links.map(lineOf)) {
      if (link.length + line.length > LONGEST) break;
      link += link === "" ? line : `\n${line}`;
    }
    return { link };
  },
});
