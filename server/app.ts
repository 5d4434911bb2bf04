import path from "node:path";
import express, { type ErrorRequestHandler, type Express } from "express";
import { assets } from "./http/assets";
import { health } from "./http/health";
import { measure, rejectCrossSitePosts } from "./http/app-middleware";
import { rejectDataRequests, rejectMalformedUrls, rejectUnknownMethods, sendError } from "./http/error-response";
import { limitCalls } from "./http/rate-limit";
import { type ScreenBuild, screens } from "./http/screens";
import { mark, setCommonHeaders, marksOf, securityHeaders } from "./http/security-headers";
import { isHttps } from "./kernel/net/security-headers";
import { logError } from "./kernel/process/log";

/**
 * Handles everything except tracked links and postbacks: health checks and metrics, static files, then the screens and
 * calls in `build`.
 */
export function createApp(build: ScreenBuild): Express {
  const developing = process.env.NODE_ENV === "development";
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  app.use(setCommonHeaders, measure, health());
  // Static files are sent without the headers of pages, which are larger than most of the files.
  if (!developing) app.use(assets(path.resolve("build/client")));
  app.use(mark, rejectMalformedUrls);
  app.use(securityHeaders({ secure: isHttps(), developing }));
  app.use(rejectUnknownMethods, rejectDataRequests, limitCalls(), rejectCrossSitePosts);
  app.all("*", screens(build, developing));
  app.use(handleError);
  return app;
}

/** The last resort. app/ handles its own errors, so this one occurred outside of it. */
const handleError: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const { requestId } = marksOf(res.locals);
  logError(error, requestId);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const message = `Something went wrong on our side. Please try again; if it stays, name the incident ${requestId}.`;
  sendError(req, res, { status: 500, code: "SERVER_ERROR", message });
};
