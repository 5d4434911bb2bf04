import { isHttps } from "~/gate.server";
import { cookieName } from "./own-cookie.server";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Whether the person switched to pages without scripts. */
export const isLight = (request: Request): boolean =>
  (request.headers.get("Cookie") ?? "").split(/;\s*/).includes(`${cookieName("lite")}=1`);

export function lightCookie(light: boolean): string {
  const attributes = `Path=/; SameSite=Lax; HttpOnly; Max-Age=${light ? YEAR_SECONDS : 0}${isHttps() ? "; Secure" : ""}`;
  return `${cookieName("lite")}=${light ? 1 : ""}; ${attributes}`;
}
