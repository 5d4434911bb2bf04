import { z } from "zod";
import { Office, Price } from "~models";
import { officesVisible } from "../accounts";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import type { Actor } from "../kernel/operation/roles";
import { findPricedTypes } from "./type";
import { newestPrice } from "./price-version";
import { now } from "../kernel/time/now";
import { fromCents, toCents } from "../kernel/text/money";

/** An active office whose own price of a link is in effect. It takes precedence over the prices of countries. */
export const OfficePrice = z.object({ companyId: z.int(), officeName: z.string(), payout: z.number() });
export type OfficePrice = z.output<typeof OfficePrice>;

const priceColumns = selectColumns(Price, ["typeId", "payout"], { from: "own" });
const officeColumns = selectColumns(Office, ["officeName"], { as: { companyId: "id" } });

/** The offices with their own price of each of these links, by name. */
export async function officePrices(actor: Actor, typeIds: readonly number[]): Promise<Map<number, OfficePrice[]>> {
  const rows = await queryRows<RowOf<typeof priceColumns> & RowOf<typeof officeColumns>>(sql`
    SELECT ${priceColumns}, ${officeColumns}
    FROM (
      SELECT DISTINCT ON (type_id, company_id) * FROM prices
      WHERE type_id = ANY (${typeIds}::int[]) AND company_id IS NOT NULL AND withdrawn_at IS NULL
        AND (NOT planned OR since <= ${now()})
      ORDER BY type_id, company_id, since DESC, id DESC) AS own
    JOIN offices ON offices.id = own.company_id
    JOIN accounts ON accounts.id = offices.account_id
    WHERE own.enabled AND accounts.active AND ${officesVisible(actor)}
    ORDER BY office_name COLLATE by_name, offices.id`);
  const prices = new Map<number, OfficePrice[]>();
  for (const { typeId, payout, ...office } of rows) {
    const price = { ...office, payout: fromCents(toCents(payout)) };
    prices.set(typeId, [...(prices.get(typeId) ?? []), price]);
  }
  return prices;
}

/** Pesos that an office gets for a link now. Countries are those with their own price, unless the office has one. */
export type OfficePay = {
  payout: number;
  /** Null if the link pays no bonus. */
  bonusPayout: number | null;
  countries: { geo: string; payout: number }[];
};

/** The pay of an office for each of these links, in the order of prices. */
export async function officePays(
  actor: Actor,
  typeIds: readonly number[],
  companyId: number,
): Promise<Map<number, OfficePay>> {
  const pays = new Map<number, OfficePay>();
  for (const type of await findPricedTypes(actor, sql`types.id = ANY (${typeIds}::int[])`)) {
    const stored = await newestPrice({ typeId: type.id, companyId });
    const own = stored?.enabled ? stored : undefined;
    pays.set(type.id, {
      payout: own?.payout ?? type.payout,
      bonusPayout: type.bonus ? (own?.bonusPayout ?? type.bonusPayout) : null,
      countries: own ? [] : type.feeGeos.map(({ geo, payout }) => ({ geo, payout })),
    });
  }
  return pays;
}
