import type { links, Output } from "~/gate.server";
import { pesos } from "../formats";

export type Pay = NonNullable<NonNullable<Output<typeof links.allScreen>["links"]>["items"][number]["pay"]>;

/** The pesos that each listed link pays, one line a link. */
export function LinkPays({ pays }: { pays: readonly Pay[] }) {
  if (pays.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="pays">
      <h2 id="pays">Pay of each link</h2>
      <ul className="kept">
        {pays.map((pay) => (
          <li key={pay.id}>
            <b>{pay.typename}</b>: {payText(pay)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function payText({ payout, bonusPayout, useApproveSale, countries }: Pay): string {
  const sale = payout === null ? "AVP tier's price a sale" : `${pesos(payout)} a sale`;
  const bonus = bonusPayout === null ? "" : `${pesos(bonusPayout)} a ${useApproveSale ? "Day#2 Sale" : "bonus"}`;
  const own = countries.map((country) => `${country.geo} ${pesos(country.payout)}`).join(", ");
  const amounts = useApproveSale ? [bonus || sale] : [sale, bonus];
  return `${amounts.filter(Boolean).join(", ")}${own ? `. Sales from ${own}` : ""}`;
}
