import Bowser from "bowser";

const LONGEST = 60;

/** What a user agent says of itself, in words of people: "Chrome on Linux", "curl"; an unknown one by its first word. */
export function deviceOf(userAgent: string): string {
  if (userAgent.trim() === "") return "Unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const words = [browser.name, os.name].filter(Boolean);
  if (words.length > 0) return words.join(" on ");
  return (/^[^\s/]+/.exec(userAgent.trim())?.[0] ?? userAgent).slice(0, LONGEST);
}
