import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { RequestHandler } from "express";
import { measure } from "../http/app-middleware";
import { reloadLinks } from "../kernel/database/link-state";
import { createExpress, handleError } from "../http/express";
import { health } from "../http/health";
import { closePostbacks, openTracker, startRollUp, startRetrying } from "../tracking";
import { forwardTo } from "./forward";
import { openProcess } from "./open-process";

export type Front = {
  /** Answers a tracked link or a postback and returns true; returns false for all other requests. */
  handleTracking: (req: IncomingMessage, res: ServerResponse) => boolean;
  listener: RequestListener;
  /** Writes pending records. Call it after the last answer. */
  close: () => Promise<void>;
};

/** The part in front of a process of its own. It forwards requests for screens and calls to `socketPaths`. */
export async function openForwardingFront(socketPaths: readonly string[]): Promise<Front> {
  const closeProcess = openProcess();
  const front = await openFront(forwardTo(socketPaths, reloadLinks));
  return {
    ...front,
    async close() {
      await front.close();
      await closeProcess();
    },
  };
}

/**
 * The part of the server that receives every request. It answers tracked links, postbacks, health checks and metrics,
 * and runs their background work. `rest` answers all other requests.
 */
export async function openFront(rest: RequestHandler): Promise<Front> {
  const listener = createExpress().use(measure, health(), rest, handleError);
  const { handleRequest: handleTracking, isBehind, close } = await openTracker();
  const endings = [startRollUp({ isBehind }), startRetrying()];
  return {
    handleTracking,
    listener,
    async close() {
      await close();
      await Promise.all(endings.map((end) => end()));
      await closePostbacks();
    },
  };
}
