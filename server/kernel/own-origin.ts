import { config } from "./config";
import { isHttps } from "./every-answer";

type Said = { site?: string | null; origin?: string | null; host?: string | null };

/**
 * Whether a request comes from the product's own pages: browsers say so in Sec-Fetch-Site, older ones in Origin; with
 * neither it does not. By https the origin of APP_URL alone is our own: a page of another domain of this server (tracked
 * links have such) is of the same origin as its own posts.
 */
export function isOwnOrigin({ site, origin, host }: Said): boolean {
  const { APP_URL } = config();
  const published = APP_URL === undefined ? undefined : new URL(APP_URL).origin;
  const said = origin ?? undefined;
  const own = said !== undefined && (said === published || (!isHttps() && said === `http://${host}`));
  if (site === undefined || site === null) return own;
  return (site === "same-origin" || site === "none") && (own || said === undefined || !isHttps());
}
