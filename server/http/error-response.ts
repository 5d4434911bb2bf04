import type { Request, Response, RequestHandler } from "express";

/** An answer given before a screen or call is reached: JSON below /api/ in any spelling, a small page elsewhere. */
type Plain = { status: number; code: string; message: string };

export const isApi = (path: string): boolean => path === "/api" || path.startsWith("/api/");

/** Calls and tracked links have one spelling each. Other addresses that resolve to one are not found. */
function isDisguisedApi(path: string): boolean {
  if (isApi(path) || !isDecodable(path)) return false;
  const plain = decodeURIComponent(path).replaceAll(/[\\/]+/g, "/");
  return URL.canParse(plain, BASE_URL) && isApi(new URL(plain, BASE_URL).pathname.toLowerCase());
}

const BASE_URL = "http://localhost";

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

export function sendError(req: Request, res: Response, { status, code, message }: Plain): void {
  res.status(status).set("Cache-Control", "no-store");
  if (isApi(req.path) || isDisguisedApi(req.path)) {
    const { requestId } = res.locals as { requestId?: string };
    res.json({ code, message, requestId });
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

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const MAX_URL_LENGTH = 8 * 1024;
/** The only screen addresses whose last part may contain a dot: exports, and images in texts. */
const NAMED = /^(\/app\/.*\/export(\.csv|_data[^/]*\.txt)|\/images\/[\w-]+\.(png|jpg|gif|webp))$/;

const OF_FILES = ["GET", "HEAD"];
const OF_PAGES = [...OF_FILES, "POST"];

/** Screens accept only these methods. Calls check their methods themselves. */
export const rejectUnknownMethods: RequestHandler = (req, res, next) => {
  const isFile = NAMED.test(req.path);
  const methods = isFile ? OF_FILES : OF_PAGES;
  if (isApi(req.path) || methods.includes(req.method)) return next();
  res.set("Allow", methods.join(", "));
  sendError(req, res, {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: isFile ? "Please open this address." : "Please open this address or post its form.",
  });
};

/** Rejects addresses that no screen or call can have. Runs before the other checks. */
export const rejectMalformedUrls: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > MAX_URL_LENGTH) {
    sendError(req, res, { status: 414, code: "TOO_LARGE", message: "This address is too long." });
  } else if (!req.originalUrl.startsWith("/") || !isDecodable(req.originalUrl)) {
    sendError(req, res, { status: 400, code: "MALFORMED", message: "This address is not well formed." });
  } else next();
};

/** Answers 404 for the framework's data addresses and for files that do not exist: pages are always whole documents. */
export const rejectDataRequests: RequestHandler = (req, res, next) => {
  const last = req.path.slice(req.path.lastIndexOf("/") + 1);
  const asFile = last.includes(".") && !isApi(req.path) && !NAMED.test(req.path);
  const asData =
    req.path.endsWith(".data") || req.path === "/__manifest" || "_data" in req.query || "_routes" in req.query;
  if (asFile || asData || !isPath(req.path) || isDisguisedApi(req.path) || leavesApi(req.path))
    sendError(req, res, NOT_FOUND);
  else next();
};

/** Some paths decode to an address with an invalid host, and the framework decodes them. */
const isPath = (path: string): boolean => URL.canParse(decodeURIComponent(path), "http://localhost");

/** An address below the documentation that cannot be the name of a module. */
const NO_DOCUMENT = /^\/api\/docs\/(?![a-z-]{1,20}\/?$)./;
const DOTS = /\\|\/(\.|%2e){1,2}(\/|$)/i;
/** No route pattern matches line breaks; the framework would answer with the page for a missing screen. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * Such a path begins like a call but would be answered as a screen, because it resolves elsewhere or matches no route.
 */
const leavesApi = (path: string): boolean =>
  isApi(path) && (DOTS.test(path) || LINE_BREAK.test(decodeURIComponent(path)) || NO_DOCUMENT.test(path));
