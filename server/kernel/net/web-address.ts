const WRONG = "Please enter an http or https address, such as https://example.org/land.";

/**
 * Checks an address that people are redirected to. Returns a message for its form, or undefined if it is allowed. It
 * refuses everything that a browser may read differently from a person: other schemes, credentials before the host,
 * hosts in other alphabets, as a number or with escapes, spaces, control characters and backslashes.
 */
export function webAddressFault(text: string): string | undefined {
  const [, scheme = ""] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(text) ?? [];
  if (!/^https?:\/\//i.test(text)) {
    return scheme === "" || /^https?$/i.test(scheme)
      ? WRONG
      : `An address may not begin with ${scheme.slice(0, 20)}:. ${WRONG}`;
  }
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return "An address may not contain spaces or backslashes.";
  const [, authority = ""] = /^https?:\/\/([^/?#]*)/i.exec(text) ?? [];
  if (authority.includes("@")) return "An address may not contain a username or password.";
  const host = authority.replace(/:\d*$/, "").toLowerCase();
  if (/[^\x21-\x7e]/.test(host))
    return "Please write the host in plain letters; a name of another alphabet begins with xn--.";
  if (!URL.canParse(text)) return WRONG;
  const { hostname, port } = new URL(text);
  if (hostname !== host || port === "0") return "Please write the host as browsers show it: its plain name.";
  return undefined;
}
