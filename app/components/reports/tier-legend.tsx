import { avpRange, pesos } from "../formats";

type Tier = { index: number; from: number; to: number; payoutPhp: number };

/** Explains `NO` in the AVP column: the tiers that it covers, with their prices. */
export function TierLegend({ tiers }: { tiers: readonly Tier[] }) {
  const covered = tiers.filter((tier) => avpRange(tier) === "NO");
  const range = ({ from, to }: Tier) => (from === to ? `${from}` : `${from} to ${to}`);
  return (
    <p className="note">
      AVP is the tier of the agent&rsquo;s AVP sales in the half-month. NO:{" "}
      {covered.map((tier) => `${range(tier)} sales, ${pesos(tier.payoutPhp)} a sale`).join("; ")}.
    </p>
  );
}
