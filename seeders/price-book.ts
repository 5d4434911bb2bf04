import type { Price } from "./company";

export type Amounts = { lpp: number; earning: number; payout: number };
export type Priced = Amounts & { source: "office" | "geo" | "default"; priceId: number };

/** The prices of a plan, and which of them applies at a moment (docs/decisions/0018-price-versions.md). */
export class PriceBook {
  readonly #versions = new Map<string, Price[]>();

  constructor(prices: readonly Price[]) {
    for (const price of prices) {
      const key = keyOf(price.typeId, price.companyId, price.geo);
      const list = this.#versions.get(key);
      if (list) list.push(price);
      else this.#versions.set(key, [price]);
    }
    for (const list of this.#versions.values()) list.sort((a, b) => a.since - b.since || a.id - b.id);
  }

  /** The office's own price, else (for a sale) the country's, else the type's default. */
  priceOf(event: "sale" | "bonus", typeId: number, companyId: number, geo: string, moment: number): Priced {
    const office = this.#inForce(typeId, companyId, null, moment);
    const defaultPrice = this.#inForce(typeId, null, null, moment);
    if (!defaultPrice) throw new Error(`Type ${typeId} has no price at ${new Date(moment).toISOString()}.`);
    // An office's price from before the type paid a bonus has no bonus amounts.
    const own = office?.enabled && (event === "sale" || office.bonusPayout !== null);
    const source = own ? "office" : "default";
    const price = own ? office : defaultPrice;
    if (event === "bonus") {
      const { bonusLpp, bonusEarning, bonusPayout } = price;
      return { lpp: bonusLpp ?? 0, earning: bonusEarning ?? 0, payout: bonusPayout ?? 0, source, priceId: price.id };
    }
    const country = source === "office" ? undefined : this.#inForce(typeId, null, geo, moment);
    const { earning, payout, lpp, id } = country?.enabled ? country : price;
    return {
      lpp: lpp ?? defaultPrice.lpp ?? 0,
      earning,
      payout,
      source: country?.enabled ? "geo" : source,
      priceId: id,
    };
  }

  #inForce(typeId: number, companyId: number | null, geo: string | null, moment: number): Price | undefined {
    return this.#versions.get(keyOf(typeId, companyId, geo))?.findLast(({ since }) => since <= moment);
  }
}

const keyOf = (typeId: number, companyId: number | null, geo: string | null) => `${typeId}/${companyId}/${geo}`;
