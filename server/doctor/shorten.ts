import { z } from "zod";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { Pasted } from "./examine";
import { lineOf, questionIn } from "./question";

/** Of a text that holds nothing, so much is kept for its field. */
const KEPT = 300;
/** Links of an address are short; many of them are cut. */
const LONGEST = 4_000;

/** What of a pasted text is asked about, so that it fits into an address: nobody's mail stands in one, nor in a log. */
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
