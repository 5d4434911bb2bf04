import { z } from "zod";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Ips, normalised } from "./entry";
import { unlisted } from "./list-entries";

const Removed = z.object({ deleted: z.int(), notFound: z.array(z.string()) });

/** Removes addresses and networks from the black list by value. Returns those not on it as they were sent. */
export const removeByValue = command({
  name: "blacklist.removeByValue",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "DELETE",
  input: z.object({ ips: Ips }),
  output: Removed,
  run: (call, { ips }) => takenOff(call, ips),
});

async function takenOff(call: Call, ips: readonly string[]): Promise<z.output<typeof Removed>> {
  const wanted = ips.map((text) => ({ text, ip: normalised(text) }));
  const good = wanted.flatMap(({ ip }) => (ip === undefined ? [] : [ip]));
  const gone = await unlisted(call, { ip: good });
  const found = new Set(gone.map(({ ip }) => ip));
  const notFound = wanted.filter(({ ip }) => ip === undefined || !found.has(ip)).map(({ text }) => text);
  return { deleted: gone.length, notFound };
}
