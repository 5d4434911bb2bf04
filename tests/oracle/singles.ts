/** User agents with their devices, and referrers with their hosts, of single clicks. */

export const userAgents = [
  {
    id: 1,
    device: "phone",
    text: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
  },
  { id: 2, device: "phone", text: "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0 Mobile Safari/537.36" },
  { id: 3, device: "tablet", text: "Mozilla/5.0 (Linux; Android 14; SM-X710) Chrome/130.0 Safari/537.36" },
  {
    id: 4,
    device: "tablet",
    text: "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1",
  },
  { id: 5, device: "computer", text: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36" },
  { id: 6, device: "unknown", text: "" },
] as const;

export const deviceOf = (text: string | null): string =>
  userAgents.find((known) => known.text === text)?.device ?? "unknown";

export const referrers = [
  "https://www.example.com/a?b=c",
  "http://Example.com:8080/",
  "https://user@blog.example.org/x",
  "android-app://com.example.reader/",
  "nonsense",
  null,
] as const;

/** Read by a parser of addresses, which knows hosts of its own schemes only. */
export function hostOf(referer: string | null): string {
  if (!referer?.includes("://")) return "";
  return new URL(referer.replace(/^[\w-]+:/, "http:")).hostname.replace(/^www\./, "");
}
