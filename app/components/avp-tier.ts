type Tier = { index: number; from: number; to: number };

/** From here on a tier has no upper end. */
const OPEN_END = 1000;

/** An AVP tier: `0 sales`, `1-9 sales`, `50+ sales` where its end is 1000 or more (REP-AVP-05). */
export function avpLabel({ index, from, to }: Tier): string {
  if (index === 0) return "0 sales";
  return to >= OPEN_END ? `${from}+ sales` : `${from}-${to} sales`;
}

/** The same in a table's cell: `10 - 24`, `50+`; the first two tiers read `NO` (REP-AVP-06). */
export function avpRange({ index, from, to }: Tier): string {
  if (index <= 1) return "NO";
  return to >= OPEN_END ? `${from}+` : `${from} - ${to}`;
}
