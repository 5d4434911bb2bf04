import { isbot } from "isbot";
import type { Click } from "./recording";

/** What the rules make of a request to a link that counts, on a server without a limit of clicks a minute. */
export type ClickClass = "counts" | "robot" | "not a GET";

/**
 * Only GET requests are clicks, and only a robot's does not count: a log holds no header of a prefetch, and the links
 * are none that are suspended. A request that names no user agent is on no list of robots.
 */
export function classify({ method, userAgent }: Click): ClickClass {
  if (method !== "GET") return "not a GET";
  return isbot(userAgent) ? "robot" : "counts";
}
