import type { RequestHandler } from "express";
import { isApi, plainAnswer } from "./plain-answer";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A posted form counts only when it comes from the product's own pages: browsers say so in Sec-Fetch-Site, older ones
 * in Origin; with neither it is refused. Calls below /api/ are judged there, for a bearer needs neither.
 */
export function refuseForeignPosts(appUrl: string | undefined): RequestHandler {
  const published = appUrl === undefined ? undefined : new URL(appUrl).origin;
  return (req, res, next) => {
    if (SAFE.has(req.method) || isApi(req.path)) return next();
    const site = req.headers["sec-fetch-site"];
    const { origin, host } = req.headers;
    const own = origin !== undefined && (origin === published || origin === `http://${host}`);
    if (site === undefined ? own : site === "same-origin" || site === "none") return next();
    const message = "This form must be sent from the product's own pages.";
    plainAnswer(req, res, { status: 403, code: "FORBIDDEN", message });
  };
}
