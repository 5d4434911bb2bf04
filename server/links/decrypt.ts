import { z } from "zod";
import { Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { notFound } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { linksInText } from "./in-text";

/** The link of a code, ours or the older server's, or the first link in a text, of either shape. Throws 404. */
export const decrypt = query({
  name: "links.decrypt",
  does: "read tracked links",
  allow: atLeast("admin"),
  input: z.object({ value: Text(8_192) }),
  output: z.object({ siteId: z.int(), typeId: z.int(), agentId: z.int() }),
  async run(_call, { value }) {
    const [link] = await linksInText(value);
    if (!link) throw notFound("This link was not created here.");
    return link;
  },
});
