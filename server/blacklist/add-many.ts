import { z } from "zod";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { IpList, normalize } from "./entry";
import { addEntries } from "./change-entries";

/** Adds up to 10,000 lines to the black list. Valid lines are added; each invalid one is returned. */
export const addMany = command({
  // Logged under the same name as adding a single entry.
  name: "blacklist.add",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "CREATE",
  input: z.object({ ips: IpList }),
  output: z.object({
    added: z.int(),
    known: z.int(),
    wrong: z.array(z.object({ line: z.int(), text: z.string() })),
  }),
  async run(call, { ips }) {
    const parsed = ips.map((text, index) => ({ line: index + 1, text, ip: normalize(text) }));
    const valid = new Set(parsed.flatMap(({ ip }) => (ip === undefined ? [] : [ip])));
    const added = valid.size === 0 ? 0 : (await addEntries(call, [...valid])).length;
    return { added, known: valid.size - added, wrong: parsed.filter(({ ip }) => ip === undefined) };
  },
});
