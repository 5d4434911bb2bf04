import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { brand } from "../kernel/process/brand";
import { commonHeaders } from "../kernel/net/security-headers";
import { builtStyles } from "./built-styles";

/** Responses to visitors: a redirect, or a page or JSON that says in one sentence why there is none. */

const ROBOTS = ["X-Robots-Tag", "noindex, nofollow"] as const;

export function redirect(res: ServerResponse, location: string, headers: readonly string[]): void {
  res.writeHead(302, [
    "Location",
    location,
    "Cache-Control",
    "no-store",
    ...ROBOTS,
    ...commonHeaders(),
    "Content-Length",
    "0",
    ...headers,
  ]);
  res.end();
}

const answers = {
  404: ["NOT_FOUND", "Link not found", "This link does not work. Please check that you copied all of it."],
  405: ["METHOD_NOT_ALLOWED", "Method not allowed", "This link can only be opened."],
  410: ["GONE", "Link not active", "This link is no longer active."],
  414: ["TOO_LARGE", "Address too long", "This address is too long."],
  503: ["UNAVAILABLE", "Please try again", "The service is busy. Nothing was lost; try again in a moment."],
} as const;
type Status = keyof typeof answers;

/** A page of the brand for clients that accept HTML, otherwise JSON. */
export function answerPage(res: ServerResponse, status: Status, others: readonly string[] = []): void {
  const headers = others.includes(REQUEST_ID) ? others : [...others, REQUEST_ID, randomUUID()];
  const asPage = acceptsHtml(res.req.headers.accept);
  const body = Buffer.from(asPage ? page(status) : json(status, headers));
  const styleSource = builtStyles().source;
  res.writeHead(status, [
    ...["Content-Type", asPage ? "text/html; charset=utf-8" : "application/json", "Vary", "Accept"],
    ...["Content-Length", String(body.length), "Cache-Control", "no-store"],
    ...["Content-Security-Policy", `default-src 'none'; style-src ${styleSource}; frame-ancestors 'none'`],
    ...[...commonHeaders(), ...ROBOTS, ...headers],
  ]);
  res.end(res.req.method === "HEAD" ? undefined : body);
}

export const RETRY_SOON = ["Retry-After", "2"] as const;

/**
 * Whether a page is a better answer than JSON. Browsers name HTML, programs that want JSON name it, and a program that
 * takes anything gets the page.
 */
function acceptsHtml(accept = "*/*"): boolean {
  const ranges = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range
      .toLowerCase()
      .split(";")
      .map((part) => part.trim());
    return { type, isRefused: parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter)) };
  });
  const takes = (type: string) => ranges.some((range) => range.type === type && !range.isRefused);
  if (takes("text/html") || takes("application/xhtml+xml")) return true;
  return (takes("*/*") || takes("text/*")) && !takes("application/json");
}

function json(status: Status, headers: readonly string[]): string {
  const [code, , message] = answers[status];
  return JSON.stringify({ code, message, requestId: headers[headers.indexOf(REQUEST_ID) + 1] });
}

export const REQUEST_ID = "X-Request-Id";

/** The same parts and classes as the pages of people without a session (`app/components/frame/bare-frame.tsx`). */
function page(status: Status): string {
  const [, heading, text] = answers[status];
  const { name, style, copyright } = brand();
  return (
    `<!DOCTYPE html><html lang="en" class="${style}"><head><meta charset="utf-8"><title>${heading} · ${name}</title>` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<style>${builtStyles().css}</style></head><body><div class="bare"><header>` +
    `<span class="brand" data-mark="${name.slice(0, 1)}">${name}</span></header>` +
    `<main><section class="card ask"><h1>${heading}</h1><p>${text}</p></section></main>` +
    `<footer id="end">${copyright}</footer></div></body></html>\n`
  );
}
