import type { Display } from "~/components/frame/footer";
import { isHttps } from "~/gate.server";
import { cookieName } from "./own-cookie.server";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

type Choice = "lite" | "scheme";

/** The choices in the footer: pages without scripts, and colours other than the system's. */
export function displayOf(request: Request): Display {
  const kept = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const has = (name: Choice, value: string) => kept.includes(`${cookieName(name)}=${value}`);
  const scheme = (["light", "dark"] as const).find((value) => has("scheme", value));
  return { light: has("lite", "1"), ...(scheme && { scheme }) };
}

/** Keeps a choice for a year; an empty one is forgotten. */
export function displayCookie(name: Choice, value: string): string {
  const attributes = `Path=/; SameSite=Lax; HttpOnly; Max-Age=${value ? YEAR_SECONDS : 0}${isHttps() ? "; Secure" : ""}`;
  return `${cookieName(name)}=${value}; ${attributes}`;
}
