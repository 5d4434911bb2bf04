import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import os from "node:os";
import { countLinkChanges } from "../http/link-changes";
import { forwardedPeer } from "../http/peer";
import type { ScreenBuild } from "../http/screens";
import { openScreens } from "./screens";
import { openProcess } from "./open-process";
import { BACKLOG, drain, MAX_HEADER_BYTES, type RunningServer } from "./serve";

/**
 * Answers screens and calls that the processes in front forward to `socketPath`. `close` finishes requests in flight, for up
 * to 10 seconds. The limits of time are those of the processes in front.
 */
export async function serveScreens(build: ScreenBuild, socketPath: string): Promise<RunningServer> {
  // If the processors are busy, a page of several milliseconds gives way to clicks.
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  const closeProcess = openProcess();
  const { app, close } = await openScreens(build, forwardedPeer);
  const endCounting = countLinkChanges();
  const server = createServer({ maxHeaderSize: 2 * MAX_HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 }, app);
  // Left over by a process that was killed.
  await rm(socketPath, { force: true });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    // Not through the primary, which would distribute the connections over all processes.
    server.listen({ path: socketPath, backlog: BACKLOG, exclusive: true }, listening);
  });
  return {
    port: 0,
    async close() {
      await drain(server);
      endCounting();
      await close();
      await closeProcess();
    },
  };
}
