import type { RequestHandler } from "express";
import { isOwnOrigin } from "../kernel/net/own-origin";
import { isApi, plainAnswer } from "./plain-answer";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Accepts posted forms only from the product's own pages. Calls below /api/ make their own check, because bearer tokens
 * may be used from elsewhere.
 */
export const refuseForeignPosts: RequestHandler = (req, res, next) => {
  if (SAFE.has(req.method) || isApi(req.path)) return next();
  const { "sec-fetch-site": site, origin, host } = req.headers;
  if (isOwnOrigin({ site: site?.toString(), origin, host })) return next();
  const message = "This form must be sent from the product's own pages.";
  plainAnswer(req, res, { status: 403, code: "FORBIDDEN", message });
};
