import { rows } from "../kernel/database";
import { readLinksAfterCommit } from "../kernel/link-state";
import type { Call } from "../kernel/operation";
import { sql } from "../kernel/sql";
import { type Entry, shown } from "./entry";

/** Puts normalised entries on the list; answers those that were not there. The table itself tells the workers. */
export async function listed(call: Call, ips: readonly string[]): Promise<Entry[]> {
  // In one order, so that two who add the same entries do not wait for each other in a ring.
  const made = await rows<Entry>(sql`
    INSERT INTO black_list (ip) SELECT DISTINCT ip::cidr FROM unnest(${[...ips]}::text[]) AS ip ORDER BY 1
    ON CONFLICT (ip) DO NOTHING RETURNING id, ${shown} AS ip`);
  if (made.length > 0) readLinksAfterCommit();
  for (const { id, ip } of made) call.changed({ record: "blackListEntry", id, before: null, after: { ip } });
  return made;
}

/** Tells of entries that were taken away. */
export function unlisted(call: Call, entries: readonly Entry[]): void {
  if (entries.length > 0) readLinksAfterCommit();
  for (const { id, ip } of entries) call.changed({ record: "blackListEntry", id, before: { ip }, after: null });
}
