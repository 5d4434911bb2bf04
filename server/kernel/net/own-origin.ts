import { config } from "../process/config";
import { isHttps } from "./security-headers";

type Said = { site?: string | null; origin?: string | null; host?: string | null };

/**
 * True if a request comes from the product's own pages. Browsers send Sec-Fetch-Site, older ones only Origin; without
 * both it is false. With https only the origin of APP_URL counts: a page on another domain of this server, such as one
 * for tracked links, would be same-origin with its own requests.
 */
export function isOwnOrigin({ site, origin, host }: Said): boolean {
  const { APP_URL } = config();
  const published = APP_URL === undefined ? undefined : new URL(APP_URL).origin;
  const said = origin ?? undefined;
  const own = said !== undefined && (said === published || (!isHttps() && said === `http://${host}`));
  if (site === undefined || site === null) return own;
  return (site === "same-origin" || site === "none") && (own || said === undefined || !isHttps());
}
