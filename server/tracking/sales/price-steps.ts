import { z } from "zod";
import { type EventCode, EVENTS } from "../../kernel/events";
import { newestPrice } from "../../types";
import { type Price } from "./pricing";

/** A price that could apply, and why it does or does not. Steps are in order of precedence. */
export const Step = z.object({ source: z.enum(["office", "geo", "default"]), holds: z.boolean(), reason: z.string() });
type Step = z.output<typeof Step>;

/** A link, an office (0 for none) and a country ("" for none). */
export type Asked = { typeId: number; companyId: number; geo: string };

/** Why each of the prices applies or not. `source` is the one that applies, as returned by `priceAt`. */
export async function stepsTo(
  source: Price["source"],
  { typeId, companyId, geo }: Asked,
  officeName: string | undefined,
  event: EventCode,
): Promise<Step[]> {
  const own = officeName === undefined ? undefined : await newestPrice({ typeId, companyId });
  const country = geo === "" ? undefined : await newestPrice({ typeId, geo });
  const step = (name: Step["source"], reason: string): Step => ({ source: name, holds: name === source, reason });
  return [
    step("office", source === "office" ? `${officeName} has a price of its own.` : notOffice(officeName, own)),
    step("geo", source === "geo" ? `${geo} has a price of its own.` : notGeo(geo, event, source, country)),
    step("default", source === "default" ? "The link's usual price applies." : "The link's usual price comes last."),
  ];
}

type Stored = { enabled: boolean } | undefined;

function notOffice(officeName: string | undefined, own: Stored): string {
  if (officeName === undefined) return "No office was chosen.";
  if (!own) return `${officeName} has no price of its own.`;
  if (!own.enabled) return `${officeName}'s own price is switched off.`;
  return `${officeName}'s own price does not include a bonus.`;
}

function notGeo(geo: string, event: EventCode, source: Price["source"], country: Stored): string {
  if (event === EVENTS.bonus) return "Country prices apply to sales only.";
  if (geo === "") return "No country was chosen.";
  if (!country) return `${geo} has no price of its own.`;
  if (!country.enabled) return `${geo}'s own price was removed.`;
  return source === "office"
    ? `${geo} has a price of its own, but the office's price takes precedence.`
    : `${geo} has no price yet.`;
}
