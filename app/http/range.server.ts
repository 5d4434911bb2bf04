import { periods } from "~/gate.server";
import { ownCookie } from "./own-cookie.server";

/**
 * The date range of a report or log is kept for the session: it prefills the same screen when that is opened again,
 * and the AVP reports where it is a half-month. A page of any other screen drops it, unless `dateRange` sets it.
 */

const cookie = ownCookie("dateRange", { sameSite: "lax" });
const AVP_SCREENS = new Set(["/app/stats/sites-avp", "/app/stats/sites-payout-avp"]);

type Kept = { screen: string; range: string };
const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "screen" in value && "range" in value;

/** What the query says: a changed hint wins over the dates sent with it, these over `dateRange`. */
function asked(query: URLSearchParams): periods.Range | undefined {
  const hint = query.get("hint");
  const chosen = hint && hint !== query.get("hintWas") ? periods.parsePeriod(hint) : undefined;
  if (chosen) return { start: chosen.start, end: chosen.end };
  return periods.readRange(query.get("start"), query.get("end")) ?? periods.parseRange(query.get("dateRange"));
}

/** The range that this page opens with, if the query or the session has one, and the header that keeps or drops it. */
export async function rangeOf(request: Request, own: boolean): Promise<{ range?: periods.Range; header?: string }> {
  const { pathname, searchParams } = new URL(request.url);
  const range = asked(searchParams);
  const write = async (kept: Kept | "") => cookie.serialize(kept, kept === "" ? { maxAge: 0 } : {});
  if (range && (own || searchParams.has("dateRange"))) {
    return { range, header: await write({ screen: own ? pathname : "", range: JSON.stringify(range) }) };
  }
  // An empty `dateRange` asks for what the screen opens with.
  if (searchParams.get("dateRange") === "") return { header: await write("") };
  const kept = await cookie.parse(request);
  if (!isKept(kept)) return {};
  const stored = periods.parseRange(kept.range);
  if (AVP_SCREENS.has(pathname)) return stored && periods.isHalfMonth(stored) ? { range: stored } : {};
  if (own && stored && (kept.screen === "" || kept.screen === pathname)) return { range: stored };
  return { header: await write("") };
}
