import { Required } from "../kernel/operation/input";

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const MESSAGE = "Please enter a web address such as https://example.org.";

/**
 * The origin of an http(s) address: scheme, host and port, in lowercase, without path. Undefined if a browser would
 * read a different host than a person does: user info before an @, a backslash, control characters, or a host written
 * as a number.
 */
export function originOf(text: string): string | undefined {
  const [, authority = ""] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (authority === "" || /[@%]/.test(authority)) return undefined;
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, origin, port } = new URL(text);
  const typed = authority.replace(/:\d*$/, "").toLowerCase();
  const isPlain = /^[\x21-\x7e]+$/.test(typed);
  // Internationalized host names are stored in the form that browsers send. ASCII ones must stay as typed.
  if (port === "0" || (isPlain && hostname !== typed)) return undefined;
  return HOST.test(hostname) || /^\[[0-9a-f:.]+\]$/.test(hostname) ? origin : undefined;
}

/** An http(s) origin. A typed path is dropped. */
export const Origin = Required().transform((text, context) => {
  const origin = text === "" ? undefined : originOf(text);
  if (origin !== undefined) return origin;
  if (text !== "") context.addIssue({ code: "custom", message: MESSAGE });
  return text;
});
