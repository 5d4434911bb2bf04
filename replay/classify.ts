import { isbot } from "isbot";
import type { Click } from "./recording";

/** Classification of a request to a link that counts, by the rules of a server without a limit of clicks per minute. */
export type ClickClass = "counts" | "robot" | "not a GET";

/**
 * Only GET requests are clicks, and of these only a robot's does not count: a log has no prefetch headers, and none of
 * the links are suspended. A request without a user agent is not a robot.
 */
export function classify({ method, userAgent }: Click): ClickClass {
  if (method !== "GET") return "not a GET";
  return isbot(userAgent) ? "robot" : "counts";
}
