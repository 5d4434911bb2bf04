import type { Request, Response } from "express";

/** An answer given before a screen or call is reached: JSON below /api/ in any spelling, a small page elsewhere. */
export type Plain = { status: number; code: string; message: string };

export const isApi = (path: string): boolean => path === "/api" || path.startsWith("/api/");

/** Calls and tracked links have one spelling each. Other addresses that resolve to one are not found. */
export function isAlmostApi(path: string): boolean {
  if (isApi(path) || !decodes(path)) return false;
  const plain = decodeURIComponent(path).replaceAll(/[\\/]+/g, "/");
  return URL.canParse(plain, HERE) && isApi(new URL(plain, HERE).pathname.toLowerCase());
}

const HERE = "http://localhost";

export function decodes(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

export function plainAnswer(req: Request, res: Response, { status, code, message }: Plain): void {
  res.status(status).set("Cache-Control", "no-store");
  if (isApi(req.path) || isAlmostApi(req.path)) {
    res.json({ code, message });
    return;
  }
  const title = escaped(message);
  res
    .type("html")
    .send(
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${title}</title></head><body><h1>${title}</h1><p><a href="/app/home">Go to the first page</a></p></body></html>`,
    );
}

export const NOT_FOUND: Plain = {
  status: 404,
  code: "NOT_FOUND",
  message: "This page does not exist or is not yours to see.",
};

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
