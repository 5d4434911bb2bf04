import { randomUUID } from "node:crypto";
import express, { type ErrorRequestHandler, type Express } from "express";
import { logError } from "../kernel/process/log";
import { sendError } from "./error-response";
import { addCommonHeaders, type Marks, marksOf } from "./security-headers";

/** An Express application with the settings that all parts of the server share. */
export function createExpress(): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  return app;
}

/** The last resort. app/ handles its own errors, so this one occurred outside of it. */
export const handleError: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  // A request that failed before it was marked has no ID yet.
  const { requestId = randomUUID() } = marksOf(res.locals) as Partial<Marks>;
  logError(error, requestId);
  if (res.headersSent) {
    res.destroy();
    return;
  }
  // A part that forwards sets none before its answer.
  addCommonHeaders(res);
  const message = `Something went wrong on our side. Please try again; if it stays, name the incident ${requestId}.`;
  sendError(req, res, { status: 500, code: "SERVER_ERROR", message });
};
