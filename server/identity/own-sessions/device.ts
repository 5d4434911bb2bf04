import Bowser from "bowser";

const MAX_DEVICE_LENGTH = 60;

/** A readable name for a user agent, such as "Chrome on Linux" or "curl". Unknown ones are cut to their first word. */
export function deviceOf(userAgent: string): string {
  if (userAgent.trim() === "") return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const words = [browser.name, os.name].filter(Boolean);
  if (words.length > 0) return words.join(" on ");
  return (/^[^\s/]+/.exec(userAgent.trim())?.[0] ?? userAgent).slice(0, MAX_DEVICE_LENGTH);
}
