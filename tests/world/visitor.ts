import { expect } from "vitest";
import { PASSWORD } from "./shared";

export type Visit = { status: number; path: string; headers: Headers; html: string };

/** A visitor with a browser without scripts: only cookies, forms and redirects. */
export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Visit>;
  /** Sends fields as a form, or as a form with files. */
  post(
    path: string,
    fields: Record<string, string> | [string, string][] | FormData,
    headers?: Record<string, string>,
  ): Promise<Visit>;
  /** Gets a page and follows its redirects. */
  open(path: string): Promise<Visit>;
  /** Signs in by the form; fails the test if that is refused. */
  signIn(username: string, password?: string): Promise<Visit>;
  cookies: Map<string, string>;
};

const MOST_REDIRECTS = 5;

/** A visitor of an address, or of a server that may start later. */
export function aVisitor(
  server: string | { url: string },
  { address }: { /** The client address, as set by a trusted proxy. */ address?: string } = {},
): Visitor {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Visit> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    // A connection for each request, so that they are distributed over the workers.
    const headers = {
      Connection: "close",
      ...(cookie ? { Cookie: cookie } : {}),
      ...(address ? { "X-Forwarded-For": address } : {}),
      ...(init.headers as Record<string, string>),
    };
    const answer = await fetch(new URL(path, typeof server === "string" ? server : server.url), {
      ...init,
      headers,
      redirect: "manual",
    });
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return { status: answer.status, path, headers: answer.headers, html: await answer.text() };
  };
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => send(path, { headers: { Accept: "text/html", ...headers } }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: "POST",
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
        headers: { Accept: "text/html", "Sec-Fetch-Site": "same-origin", ...headers },
      }),
    async open(path) {
      let visit = await visitor.get(path);
      for (let left = MOST_REDIRECTS; left > 0 && visit.headers.has("location"); left -= 1) {
        visit = await visitor.get(visit.headers.get("location") ?? "");
      }
      return visit;
    },
    async signIn(username, password = PASSWORD) {
      const visit = await visitor.post("/login", { username, password });
      expect(visit.status, visit.html).toBe(302);
      return visit;
    },
  };
  return visitor;
}

/** The list to which a saved form leads, without the row that it marks there. */
export const listAfter = ({ headers }: Visit): string | null =>
  headers
    .get("location")
    ?.replace(/[?&]row=\d+(?=#)/, "")
    .replace(/#r\d+$/, "") ?? null;

/** A visitor of that server who has signed in by the form. */
export async function signedIn(url: string, username: string, password?: string): Promise<Visitor> {
  const visitor = aVisitor(url);
  await visitor.signIn(username, password);
  return visitor;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const name = pair.slice(0, pair.indexOf("="));
  const over = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(attribute));
  if (over) cookies.delete(name);
  else cookies.set(name, pair.slice(name.length + 1));
}
