import type { RequestHandler } from "express";
import { isApi, NOT_FOUND, plainAnswer } from "./plain-answer";

const LONGEST_URL = 8 * 1024;
/** The only addresses of screens whose last part has a dot: exports, and images in texts. */
const NAMED = /^(\/app\/.*\/export(\.csv|_data[^/]*\.txt)|\/images\/[\w-]+\.(png|jpg|gif|webp))$/;

const METHODS = ["GET", "HEAD", "POST"];

/** Screens are opened and their forms posted; calls judge their methods themselves. */
export const refuseOddMethods: RequestHandler = (req, res, next) => {
  if (isApi(req.path) || METHODS.includes(req.method)) return next();
  res.set("Allow", METHODS.join(", "));
  plainAnswer(req, res, {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    message: "Please open this address or post its form.",
  });
};

/** Refuses addresses that no screen or call can have, before anything else looks at them. */
export const refuseOddAddresses: RequestHandler = (req, res, next) => {
  if (req.originalUrl.length > LONGEST_URL) {
    plainAnswer(req, res, { status: 414, code: "TOO_LARGE", message: "This address is too long." });
  } else if (!req.originalUrl.startsWith("/") || !decodes(req.originalUrl)) {
    plainAnswer(req, res, { status: 400, code: "MALFORMED", message: "This address is not well formed." });
  } else next();
};

/** Pages are whole documents: the framework's data addresses and files that were not found do not exist. */
export const refuseDataAddresses: RequestHandler = (req, res, next) => {
  const last = req.path.slice(req.path.lastIndexOf("/") + 1);
  const asFile = last.includes(".") && !isApi(req.path) && !NAMED.test(req.path);
  const asData =
    req.path.endsWith(".data") || req.path === "/__manifest" || "_data" in req.query || "_routes" in req.query;
  if (asFile || asData || !isPath(req.path) || isAlmostApi(req.path)) plainAnswer(req, res, NOT_FOUND);
  else next();
};

/** Some paths name a host that is none, once they are decoded, as the framework's views do. */
const isPath = (path: string): boolean => URL.canParse(decodeURIComponent(path), "http://localhost");

/** Calls and tracked links have one spelling each; an address that only resolves to one leads nowhere. */
function isAlmostApi(path: string): boolean {
  if (isApi(path)) return false;
  const plain = decodeURIComponent(path).replaceAll(/[\\/]+/g, "/");
  return isApi(new URL(plain, "http://localhost").pathname.toLowerCase());
}

function decodes(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
