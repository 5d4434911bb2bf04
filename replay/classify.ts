import { isbot } from "isbot";
import type { Click } from "./recording";

/** Classification of a request to a link that counts, by the rules of a server without a limit of clicks per minute. */
export type ClickClass = "counts" | "robot" | "not a GET";

/**
 * Only GET requests are clicks, and of these only a robot's does not count: a log has no prefetch headers, and none of
 * the links are suspended. Only programs send no user agent.
 */
export function classify({ method, userAgent }: Click): ClickClass {
  if (method !== "GET") return "not a GET";
  return userAgent === null || isProgram(userAgent) || (isbot(userAgent) && !isPhone(userAgent)) ? "robot" : "counts";
}

/** Names of programs that fetch pages without a person before them, which isbot takes for browsers. */
const PROGRAMS = ["powershell/", "microsoft office/", "ms-office", "msoffice", "cfnetwork/", "alamofire/", "postman/"];
const FIRST = ["dalvik/", "dart/", "vlc/", "stagefright/"];

function isProgram(userAgent: string): boolean {
  const text = userAgent.toLowerCase();
  return PROGRAMS.some((name) => text.includes(name)) || FIRST.some((name) => text.startsWith(name));
}

/** A phone whose model has a robot's name: without the model it is a browser. */
function isPhone(userAgent: string): boolean {
  const [, device = ""] = /^Mozilla\/[\d.]+ \(([^()]*)\)/.exec(userAgent) ?? [];
  const isAndroid = device.includes("Android") && !/compatible|http|[+@]/i.test(device);
  return isAndroid && !isbot(userAgent.replace(device, "Linux; Android 10"));
}
