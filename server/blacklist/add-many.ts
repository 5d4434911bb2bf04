import { z } from "zod";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { IpList, normalised } from "./entry";
import { listed } from "./list-entries";

/** Puts up to 10,000 lines on the black list: the good ones are taken, each of the others is named. */
export const addMany = command({
  // The same deed as adding one, to whoever reads the logs.
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
