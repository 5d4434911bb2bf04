import { PayoutDetails } from "~models";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { keyedHash } from "../kernel/process/secrets";
import { now } from "../kernel/time/now";
import { openDetails } from "./details";

/** Equal for lines that differ in spaces, line ends and case only; undefined for none. */
function fingerprintOf(details: string): string | undefined {
  const plain = details.normalize("NFKC").replaceAll(/\s/gu, "").toLowerCase();
  return plain === "" ? undefined : keyedHash("payout-destination", plain).toString("base64");
}

const columns = selectColumns(PayoutDetails, ["accountId", "sealed"], { from: "d" });

/**
 * By account, the number of other accounts with the same destination, whatever its method: those that are used now, and
 * those that wait. The hashes are not stored, so nobody can compare them without DATA_KEY.
 */
export async function countSharing(accountIds: readonly number[]): Promise<Map<number, number>> {
  if (accountIds.length === 0) return new Map();
  const { holders, usedBy } = await readHolders();
  return new Map(
    accountIds.map((id) => {
      const accounts = holders.get(usedBy.get(id) ?? "");
      return [id, accounts ? accounts.size - 1 : 0];
    }),
  );
}

/** The accounts of each destination that several have. */
export async function sharedDestinations(): Promise<number[][]> {
  const { holders } = await readHolders();
  return [...holders.values()].map((accounts) => [...accounts]).filter(({ length }) => length > 1);
}

async function readHolders() {
  const rows = await queryRows<RowOf<typeof columns> & { waits: boolean }>(sql`
    SELECT DISTINCT ON (d.account_id, d.waits) ${columns}, d.waits
    FROM (SELECT *, used_from > ${now()}::timestamptz AS waits FROM payout_details WHERE withdrawn_at IS NULL) AS d
    ORDER BY d.account_id, d.waits, d.id DESC`);
  const holders = new Map<string, Set<number>>();
  const usedBy = new Map<number, string>();
  for (const row of rows) {
    const fingerprint = fingerprintOf(openDetails(row));
    if (fingerprint === undefined) continue;
    const accounts = holders.get(fingerprint) ?? new Set();
    holders.set(fingerprint, accounts.add(row.accountId));
    if (!row.waits) usedBy.set(row.accountId, fingerprint);
  }
  return { holders, usedBy };
}
