import { now, periods, time } from "~/gate.server";
import { ownCookie } from "./own-cookie.server";

/**
 * The date range of a report or log is kept for the browser session. It prefills the same screen when opened again, and
 * the AVP reports if it is a half-month. Any other screen drops it, unless `dateRange` sets it.
 */

const cookie = ownCookie("dateRange", { sameSite: "lax" });
const AVP_SCREENS = new Set(["/app/stats/sites-avp", "/app/stats/sites-payout-avp"]);

/** A list, because its names would double the bytes that each report and log sends back. */
type StoredRange = readonly [screen: string, start: string, end: string];
const isStoredRange = (value: unknown): value is StoredRange => Array.isArray(value) && value.length === 3;

/**
 * The range in the query. A changed hint takes precedence over the dates sent with it, and these over `during`, which
 * names a range that moves on with the days, and over `dateRange`.
 */
function rangeInQuery(query: URLSearchParams): periods.Range | undefined {
  const hint = query.get("hint");
  const chosen = hint && hint !== query.get("hintWas") ? periods.parsePeriod(hint) : undefined;
  if (chosen) return { start: chosen.start, end: chosen.end };
  const during = query.get("during");
  return (
    periods.readRange(query.get("start"), query.get("end")) ??
    (periods.isRelative(during)
      ? periods.relativeRange(during, time.dayOf(now()))
      : periods.parseRange(query.get("dateRange")))
  );
}

/**
 * The range from the query or the kept one, if any, and the Set-Cookie header that keeps or drops it. `own` is true for
 * screens with a date range.
 */
export async function rangeOf(request: Request, own: boolean): Promise<{ range?: periods.Range; header?: string }> {
  const { pathname, searchParams } = new URL(request.url);
  const range = rangeInQuery(searchParams);
  const write = async (saved: StoredRange | "") => cookie.serialize(saved, saved === "" ? { maxAge: 0 } : {});
  if (range && (own || searchParams.has("dateRange"))) {
    return { range, header: await write([own ? pathname : "", range.start, range.end]) };
  }
  // An empty `dateRange` selects the screen's default range.
  if (searchParams.get("dateRange") === "") return { header: await write("") };
  const saved = await cookie.parse(request);
  if (!isStoredRange(saved)) return {};
  const [screen, start, end] = saved;
  const stored = periods.readRange(start, end);
  if (AVP_SCREENS.has(pathname)) return stored && periods.isHalfMonth(stored) ? { range: stored } : {};
  if (own && stored && (screen === "" || screen === pathname)) return { range: stored };
  return { header: await write("") };
}
