import type { RequestHandler } from "express";
import { decodes, isAlmostApi, isApi, NOT_FOUND, plainAnswer } from "./plain-answer";

const LONGEST_URL = 8 * 1024;
/** The only screen addresses whose last part may contain a dot: exports, and images in texts. */
const NAMED = /^(\/app\/.*\/export(\.csv|_data[^/]*\.txt)|\/images\/[\w-]+\.(png|jpg|gif|webp))$/;

const METHODS = ["GET", "HEAD", "POST"];

/** Screens accept only these methods. Calls check their methods themselves. */
export const refuseOddMethods: RequestHandler = (req, res, next) => {
  if (isApi(req.path) || METHODS.includes(req.method)) return next();
  res.set("Allow", METHODS.join(", "));
  plainAnswer(req, res, {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: "Please open this address or post its form.",
  });
};

/** Rejects addresses that no screen or call can have. Runs before the other checks. */
export const refuseOddAddresses: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_URL) {
    plainAnswer(req, res, { status: 414, code: "TOO_LARGE", message: "This address is too long." });
  } else if (!req.originalUrl.startsWith("/") || !decodes(req.originalUrl)) {
    plainAnswer(req, res, { status: 400, code: "MALFORMED", message: "This address is not well formed." });
  } else next();
};

/** Answers 404 for the framework's data addresses and for files that do not exist: pages are always whole documents. */
export const refuseDataAddresses: RequestHandler = (req, res, next) => {
  const last = req.path.slice(req.path.lastIndexOf("/") + 1);
  const asFile = last.includes(".") && !isApi(req.path) && !NAMED.test(req.path);
  const asData =
    req.path.endsWith(".data") || req.path === "/__manifest" || "_data" in req.query || "_routes" in req.query;
  if (asFile || asData || !isPath(req.path) || isAlmostApi(req.path) || leavesApi(req.path))
    plainAnswer(req, res, NOT_FOUND);
  else next();
};

/** Some paths decode to an address with an invalid host, and the framework decodes them. */
const isPath = (path: string): boolean => URL.canParse(decodeURIComponent(path), "http://localhost");

const DOTS = /\\|\/(\.|%2e){1,2}(\/|$)/i;
/** No route pattern matches line breaks; the framework would answer with the page for a missing screen. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

/**
 * Such a path begins like a call but would be answered as a screen, because it resolves elsewhere or matches no route.
 */
const leavesApi = (path: string): boolean =>
  isApi(path) && (DOTS.test(path) || LINE_BREAK.test(decodeURIComponent(path)));
