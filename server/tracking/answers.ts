import type { ServerResponse } from "node:http";
import { commonHeaders } from "../kernel/net/security-headers";

/** Responses to visitors: a redirect, or a page that says in one sentence why there is none. */

const ROBOTS = ["X-Robots-Tag", "noindex, nofollow"] as const;

export function redirect(res: ServerResponse, location: string): void {
  res.writeHead(302, [
    "Location",
    location,
    "Cache-Control",
    "no-store",
    ...ROBOTS,
    ...commonHeaders(),
    "Content-Length",
    "0",
  ]);
  res.end();
}

const pages = {
  404: page("This link does not work. Please check that you copied all of it."),
  405: page("This link can only be opened."),
  410: page("This link is no longer active."),
  414: page("This address is too long."),
  500: page("This click could not be stored. Please try again."),
  503: page("The service is busy. Nothing was lost; try again in a moment."),
} as const;

/** A page without branding, so that visitors cannot see whose link they followed. */
export function answerPage(res: ServerResponse, status: keyof typeof pages, headers: readonly string[] = []): void {
  const body = pages[status];
  res.writeHead(status, [
    ...["Content-Type", "text/html; charset=utf-8", "Content-Length", String(body.length)],
    ...["Cache-Control", "no-store", "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
    ...[...commonHeaders(), ...ROBOTS, ...headers],
  ]);
  res.end(res.req.method === "HEAD" ? undefined : body);
}

export const RETRY_SOON = ["Retry-After", "2"] as const;

function page(text: string): Buffer {
  return Buffer.from(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${text}</title></head><body><p>${text}</p></body></html>\n`,
  );
}
