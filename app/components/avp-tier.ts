type Tier = { index: number; from: number; to: number };

/** A tier that ends at this count or above has no upper limit. */
const OPEN_END = 1000;

/** Label of an AVP tier: `0 sales`, `1-9 sales`, `50+ sales` if it ends at 1000 or above (REP-AVP-05). */
export function avpLabel({ index, from, to }: Tier): string {
  if (index === 0) return "0 sales";
  return to >= OPEN_END ? `${from}+ sales` : `${from}-${to} sales`;
}

/** Label in a table cell: `10 - 24`, `50+`; `NO` for the first two tiers (REP-AVP-06). */
export function avpRange({ index, from, to }: Tier): string {
  if (index <= 1) return "NO";
  return to >= OPEN_END ? `${from}+` : `${from} - ${to}`;
}
