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

/** Formats of every figure, time and status that the product shows. Times are in New York. */

export { dateOnly, dateTime, dateTimeSeconds } from "./date-time";

/** `$1,234.50`, always without a sign (FORMAT-03). */
export function dollars(amount: number): string {
  return `$${grouped(Math.abs(amount).toFixed(2))}`;
}

/** `₱1,234.50`, without a sign (FORMAT-04). */
export function pesos(amount: number): string {
  return `₱${grouped(Math.abs(amount).toFixed(2))}`;
}

/** Dollars for one click, with four decimals: `$0.0123`. */
export const dollarsEach = (amount: number): string => signed((each) => `$${Math.abs(each).toFixed(4)}`, amount);

/** A signed amount in one of the two forms above, such as `−₱150.00`. */
export function signed(form: (amount: number) => string, amount: number): string {
  return `${amount < 0 ? MINUS : ""}${form(amount)}`;
}

/** A signed change: `+12.50%`, `−12.50%`, `0%` (FORMAT-05). */
export function percentChange(value: number): string {
  return value > 0 ? percent(value).replace(/^(?!0%)/, "+") : percent(value);
}

/** A percentage: `12.50%`, `0%`. Negative ones keep their minus sign. */
export function percent(value: number): string {
  const digits = Math.abs(value).toFixed(2);
  if (digits === "0.00") return "0%";
  return `${value < 0 ? MINUS : ""}${digits}%`;
}

/** A ratio to one: `1:12.50`. */
export function ratio(value: number): string {
  return `1:${value.toFixed(2)}`;
}

/** `10,692`. Negative numbers get U+2212 (minus sign), not a hyphen. */
export function count(value: number): string {
  return grouped(String(value)).replace("-", MINUS);
}

/** `10,692 clicks`, `1 click`. */
export const counted = (value: number, one: string, several: string): string =>
  `${count(value)} ${value === 1 ? one : several}`;

const MINUS = "\u2212";

/** Puts a comma between the thousands of a number's whole part. */
const grouped = (digits: string): string => digits.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\..*)/g, "$&,");

/** `2026-11-01 ~ 2026-11-15` (FORMAT-02). */
export function period({ start, end }: { start: string; end: string }): string {
  return `${start} ~ ${end}`;
}

/** At most `max` characters. If text was cut, the last character is an ellipsis (FORMAT-07). */
export function shorten(text: string, max = 30): string {
  if (text.length <= max) return text;
  // A character has one or two units; of a long address, only the beginning is taken apart.
  const characters = [...text.slice(0, 2 * max + 2)];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : text;
}

/** Replaces the first underscore and the first hyphen of a name with spaces (FORMAT-08). */
export function heading(text: string): string {
  return text.replace("_", " ").replace("-", " ");
}

/** The options of a role filter, in display order (FORMAT-11). */
export const ROLE_CHOICES = [
  { value: null, label: "All Roles" },
  { value: 0, label: "Superadmin" },
  { value: 5, label: "Admin" },
  { value: 10, label: "Company" },
  { value: 20, label: "Agent" },
] as const;

/** The label of a role level; `role` for an unknown level (FORMAT-12). */
export function roleLabel(level: number): string {
  return ROLE_CHOICES.find(({ value }) => value === level)?.label ?? "role";
}

/** Sale, Bonus or Click; an empty string for an unknown type (FORMAT-14). */
export function eventLabel(type: number): string {
  return ["Sale", "Bonus", "Click"][type] ?? "";
}

/** Activated or Suspended, followed by "(Hidden)" for hidden records (FORMAT-09). */
export function statusLabel(active: boolean | number, hidden = false): string {
  return `${active ? "Activated" : "Suspended"}${hidden ? " (Hidden)" : ""}`;
}
