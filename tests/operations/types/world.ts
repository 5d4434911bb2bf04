import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";

/** Valid fields of a new link. */
export const fields = (siteId: number, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  siteId,
  typename: "Spring",
  typealias: "spring",
  url: "https://example.org/land?c={clickid}",
  payout: 500,
  earning: 20,
  lpp: 1,
  ...more,
});

export type Version = {
  id: number;
  geo: string | null;
  enabled: boolean;
  payout: string;
  lpp: number | null;
  bonusPayout: string | null;
  bonusEarning: string | null;
  bonusLpp: number | null;
  by: number | null;
};

/** The versions of a link's prices in order, without those of offices. */
export const versionsOf = (typeId: number): Promise<Version[]> =>
  queryRows(sql`
    SELECT id, geo, enabled, payout, lpp, bonus_payout AS "bonusPayout", bonus_earning AS "bonusEarning",
      bonus_lpp AS "bonusLpp", by_account_id AS "by" FROM prices
    WHERE type_id = ${typeId} AND company_id IS NULL ORDER BY since, id`);
