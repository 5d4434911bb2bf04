import { z } from "zod";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { IpList, normalised } from "./entry";
import { listed } from "./list-entries";

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
    const judged = ips.map((text, index) => ({ line: index + 1, text, ip: normalised(text) }));
    const good = new Set(judged.flatMap(({ ip }) => (ip === undefined ? [] : [ip])));
    const added = good.size === 0 ? 0 : (await listed(call, [...good])).length;
    return { added, known: good.size - added, wrong: judged.filter(({ ip }) => ip === undefined) };
  },
});
