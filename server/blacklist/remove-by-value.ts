import { z } from "zod";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { Ips, normalize } from "./entry";
import { removeEntries } from "./change-entries";

const Removed = z.object({ deleted: z.int(), notFound: z.array(z.string()) });

/** Removes addresses and networks from the black list by value. Returns those not on it as they were sent. */
export const removeByValue = command({
  name: "blacklist.removeByValue",
  does: "change the IP black list",
  allow: atLeast("admin"),
  type: "DELETE",
  input: z.object({ ips: Ips }),
  output: Removed,
  run: (call, { ips }) => removeIps(call, ips),
});

async function removeIps(call: Call, ips: readonly string[]): Promise<z.output<typeof Removed>> {
  const parsed = ips.map((text) => ({ text, ip: normalize(text) }));
  const valid = parsed.flatMap(({ ip }) => (ip === undefined ? [] : [ip]));
  const removed = await removeEntries(call, { ip: valid });
  const removedIps = new Set(removed.map(({ ip }) => ip));
  const notFound = parsed.filter(({ ip }) => ip === undefined || !removedIps.has(ip)).map(({ text }) => text);
  return { deleted: removed.length, notFound };
}
