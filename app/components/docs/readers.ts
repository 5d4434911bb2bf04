import { type Language, languageOf } from "./code-samples";

/** The choices of a reader of the documentation: calls of one role, and the language of the code. */

export const READER_ROLES = {
  agent: "Agents",
  company: "Offices",
  admin: "Admins",
  superadmin: "Superadmins",
} as const;
export type ReaderRole = keyof typeof READER_ROLES;
/** Without a role, all calls are shown. */
export type Reader = { role: ReaderRole | null; code: Language };

export function readerOf({ url }: { url: string }): Reader {
  const query = new URL(url).searchParams;
  const role = query.get("role");
  const isRole = role !== null && Object.hasOwn(READER_ROLES, role);
  return { role: isRole ? (role as ReaderRole) : null, code: languageOf(query.get("code")) };
}

/** The query of these choices, with a question mark; empty for the usual ones. */
export function queryOf({ role, code }: Reader): string {
  const query = new URLSearchParams({ ...(role && { role }), ...(code !== "curl" && { code }) }).toString();
  return query && `?${query}`;
}

const ORDER = Object.keys(READER_ROLES) as ReaderRole[];
const rank = (role: string): number => ORDER.indexOf(role as ReaderRole);

/** Whether accounts of the role may make a call. `needs` is that of the operation's rule; undefined for tracked addresses. */
export function mayCall(needs: string | undefined, role: ReaderRole | null): boolean {
  if (role === null || needs === undefined || needs === "anyone") return true;
  return needs.split("|").some((part) => {
    const [, only] = /^only:(\w+)$/.exec(part) ?? [];
    if (only) return only === role;
    // Superadmins have every permission, admins those that they were given.
    if (part.startsWith("P:")) return rank(role) >= rank("admin");
    return part === "designated" ? role === "superadmin" : rank(role) >= rank(part);
  });
}
