import { avpRange, count, dollars, dollarsEach, percent, percentChange, pesos, signed } from "../formats";
import { type AvpTier, type Figure, type ReportColumn, type ReportQuery, type ReportRow, unnamed } from "./site-report";

/** Formats a figure of a site report. Unknown figures (dollars without an exchange rate) are a dash. */
export function figureText(kind: ReportColumn["kind"], value: Figure, tiers: readonly AvpTier[] = []): string {
  if (kind === "tier") return tierText(tiers, value);
  if (value === null) return "–";
  if (kind === "count") return count(Number(value ?? 0));
  if (kind === "percent") return percent(Number(value ?? 0));
  if (kind === "dollars") return dollars(Number(value ?? 0));
  if (kind === "pesos" || kind === "perUnique") return pesos(Number(value ?? 0));
  if (kind === "margin") return signed(pesos, Number(value ?? 0));
  if (kind === "perClick") return dollarsEach(Number(value ?? 0));
  return String(value ?? "");
}

/**
 * The difference from a compared figure: `+12, +8.30%`. Without a percentage where that is zero or negative, and without
 * anything where one of the two is unknown.
 */
export function differenceText(kind: ReportColumn["kind"], value: Figure, before: Figure): string | undefined {
  if (typeof value !== "number" || typeof before !== "number") return undefined;
  const difference = value - before;
  const amount = figureText(kind, Math.abs(difference));
  const sign = Math.abs(difference) < 1e-9 ? "" : difference > 0 ? "+" : "\u2212";
  if (kind === "percent" || before <= 0) return sign + amount;
  return `${sign}${amount}, ${percentChange((100 * difference) / before)}`;
}

function tierText(tiers: readonly AvpTier[], index: Figure): string {
  const tier = tiers.find((one) => one.index === index);
  return tier ? avpRange(tier) : "";
}

/** The key of the column that names a row. */
export const nameKeyOf = ({ groupBy }: ReportQuery): string =>
  (({ company: "officeName", detail: "date", type: "typename" }) as Partial<Record<string, string>>)[groupBy] ??
  groupBy;

/** The hour of a row with its minutes, and the name of a row without a value; undefined for other texts. */
export function nameText(key: string, row: ReportRow): string | undefined {
  if (key === "hour") return `${String(row.hour).padStart(2, "0")}:00`;
  return row[key] === "" ? unnamed[key] : undefined;
}
