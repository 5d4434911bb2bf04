import type { Attributes, WhereOptions } from "sequelize";
import { BlackListEntry } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { reloadLinksAfterCommit } from "../kernel/database/link-state";
import type { Call } from "../kernel/operation/operation";
import { sql } from "../kernel/database/sql";
import { readableIp } from "./entry";

type Listed = { id: number; ip: string };

/** Adds normalized entries to the list and returns the new ones. A trigger on the table notifies the workers. */
export async function addEntries(call: Call, ips: readonly string[], reason = ""): Promise<Listed[]> {
  // A fixed order prevents deadlocks between two people who add the same entries.
  const added = await queryRows<Listed>(sql`
    INSERT INTO black_list (ip, reason, added_by)
    SELECT DISTINCT ip::cidr, ${reason}, ${call.actor.username} FROM unnest(${[...ips]}::text[]) AS ip ORDER BY 1
    ON CONFLICT (ip) DO NOTHING RETURNING id, ${readableIp} AS ip`);
  if (added.length > 0) reloadLinksAfterCommit();
  for (const { id, ip } of added) {
    call.changed({ record: "blackListEntry", id, before: null, after: { ip, ...(reason ? { reason } : {}) } });
  }
  return added;
}

/** Removes the entries that match the condition, and returns them. */
export async function removeEntries(call: Call, where: WhereOptions<Attributes<BlackListEntry>>): Promise<Listed[]> {
  const entries = await BlackListEntry.findAll({
    attributes: BlackListEntry.readableAttributes,
    where,
    order: ["id"],
    lock: true,
    raw: true,
  });
  if (entries.length === 0) return [];
  await BlackListEntry.destroy({ where: { id: entries.map(({ id }) => id) } });
  reloadLinksAfterCommit();
  for (const { id, ip } of entries) call.changed({ record: "blackListEntry", id, before: { ip }, after: null });
  return entries;
}
