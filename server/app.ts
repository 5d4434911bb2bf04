import path from "node:path";
import express, { type ErrorRequestHandler, type Express } from "express";
import { assets } from "./http/assets";
import { health } from "./http/health";
import { measure } from "./http/app-middleware";
import { refuseDataAddresses, refuseOddAddresses, refuseOddMethods } from "./http/plain-answer";
import { plainAnswer } from "./http/plain-answer";
import { refuseForeignPosts } from "./http/app-middleware";
import { type ScreenBuild, screens } from "./http/screens";
import { mark, markEveryAnswer, marksOf, securityHeaders } from "./http/security-headers";
import { isHttps } from "./kernel/net/security-headers";
import { logFault } from "./kernel/process/log";

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
  app.use(markEveryAnswer, measure, health());
  // Static files are sent without the headers of pages, which are larger than most of the files.
  if (!developing) app.use(assets(path.resolve("build/client")));
  app.use(mark, refuseOddAddresses);
  app.use(securityHeaders({ secure: isHttps(), developing }));
  app.use(refuseOddMethods, refuseDataAddresses, refuseForeignPosts);
  app.all("*", screens(build, developing));
  app.use(onFault);
  return app;
}

/** The last resort. app/ handles its own errors, so this one occurred outside of it. */
const onFault: ErrorRequestHandler = (fault: unknown, req, res, _next) => {
  const { requestId } = marksOf(res.locals);
  logFault(fault, requestId);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const message = `Something went wrong on our side. Please try again; if it stays, name the incident ${requestId}.`;
  plainAnswer(req, res, { status: 500, code: "SERVER_ERROR", message });
};
