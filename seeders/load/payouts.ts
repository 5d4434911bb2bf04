import type pg from "pg";
import { sealDetails } from "../../server/payouts";
import type { Company } from "../company";
import { copyRows } from "./copy-rows";

/** Writes how agents and offices are paid. Each entered it themselves. */
export const writePayouts = (client: pg.Client, { payouts }: Company): Promise<void> =>
  copyRows(
    client,
    "payout_details",
    ["account_id", "method", "sealed", "changed_at", "changed_by", "used_from", "version"],
    payouts.map(({ accountId, method, details, changedAt, usedFrom, version }) => [
      ...[accountId, method, sealDetails(accountId, details), new Date(changedAt), accountId, new Date(usedFrom)],
      version,
    ]),
  );
