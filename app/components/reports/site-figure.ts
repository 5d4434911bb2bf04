import { avpRange, count, dollars, percent, pesos } from "../formats";
import type { AvpTier, Figure, ReportColumn } from "./site-report";

/** Formats a figure of a site report. Unknown figures (dollars without an exchange rate) are a dash. */
export function figureText(kind: ReportColumn["kind"], value: Figure, tiers: readonly AvpTier[] = []): string {
  if (kind === "tier") return tierText(tiers, value);
  if (value === null) return "–";
  if (kind === "count") return count(Number(value ?? 0));
  if (kind === "percent") return percent(Number(value ?? 0));
  if (kind === "dollars") return dollars(Number(value ?? 0));
  if (kind === "pesos") return pesos(Number(value ?? 0));
  return String(value ?? "");
}

function tierText(tiers: readonly AvpTier[], index: Figure): string {
  const tier = tiers.find((one) => one.index === index);
  return tier ? avpRange(tier) : "";
}
