import { z } from "zod";
import { Text } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { linksInText } from "./in-text";

/** What a link stands for: a code alone, ours or the older server's, or whatever text a link of either shape is in. */
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
