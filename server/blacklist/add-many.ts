import { z } from "zod";
import { Flag } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { EntryReason, IpList, normalize } from "./entry";
import { warningsAbout } from "./wide";
import { addEntries } from "./change-entries";

const MAX_WARNINGS = 20;
const shortened = (warnings: readonly string[]): string[] =>
  warnings.length > MAX_WARNINGS
    ? [...warnings.slice(0, MAX_WARNINGS), `${warnings.length - MAX_WARNINGS} more entries are as wide.`]
    : [...warnings];

/**
 * Adds up to 10,000 lines to the black list. Valid lines are added; each invalid one is returned. Nothing is added
 * while a network that covers very many addresses, or the reader's own, is not confirmed.
 */
export const addMany = command({
  // Logged under the same name as adding a single entry.
  name: "blacklist.add",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "CREATE",
  input: z.object({ ips: IpList, reason: EntryReason, confirmed: Flag.default(false) }),
  output: z.object({
    added: z.int(),
    known: z.int(),
    wrong: z.array(z.object({ line: z.int(), text: z.string() })),
  }),
  async run(call, { ips, reason, confirmed }) {
    const parsed = ips.map((text, index) => ({ line: index + 1, text, ip: normalize(text) }));
    const valid = new Set(parsed.flatMap(({ ip }) => (ip === undefined ? [] : [ip])));
    const warnings = confirmed ? [] : [...valid].flatMap((ip) => warningsAbout(ip, call.from.ip));
    if (warnings.length > 0) throw invalid({ confirmed: shortened(warnings) });
    const added = valid.size === 0 ? 0 : (await addEntries(call, [...valid], reason)).length;
    return { added, known: valid.size - added, wrong: parsed.filter(({ ip }) => ip === undefined) };
  },
});
