import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { config } from "../kernel/process/config";
import { refuseNewWork } from "../http/health";
import { commonHeaders } from "../kernel/net/security-headers";
import type { Front } from "./front";

/** The port is 0 if it serves on a socket file. */
export type RunningServer = { port: number; close(): Promise<void> };

const DRAIN_TIMEOUT_MS = 10_000;
/** Leaves room for an overlong address, so that it can be refused with a proper answer. */
export const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Serves the product on HOST and PORT: what `open` resolves with answers every request. `close` reports to load balancers that this server
 * leaves, still answers for DRAIN_SECONDS, and then finishes requests in flight, for up to 10 seconds.
 */
export async function serve(open: () => Promise<Front>): Promise<RunningServer> {
  const { handleTracking, listener, close } = await open();
  const inFlight = new Set<ServerResponse>();
  let leaving = false;
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 60_000 }, (req, res) => {
    inFlight.add(res);
    res.once("close", () => inFlight.delete(res));
    if (leaving) res.setHeader("Connection", "close");
    if (!handleTracking(req, res)) listener(req, res);
  });
  server.keepAliveTimeout = 65_000;
  server.on("clientError", rejectBrokenRequest);
  await listen(server);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      leaving = true;
      refuseNewWork();
      // A client that gets this header sends its next request elsewhere.
      for (const res of inFlight) if (!res.headersSent) res.setHeader("Connection", "close");
      await pause(config().DRAIN_SECONDS * 1_000);
      await drain(server);
      await close();
    },
  };
}

/** Fails before the first start spends a minute filling a database, and once instead of in every worker. */
export async function requireFreePort(): Promise<void> {
  const probe = createServer();
  await listen(probe);
  await new Promise((done) => probe.close(done));
}

/**
 * Connections that the system accepts before the process does. With the default of 511, a burst of more is reset while
 * the process is busy. The system lowers it to its own limit, which is 4,096 on Linux.
 */
export const BACKLOG = 4_096;

function listen(server: Server): Promise<void> {
  const { HOST, PORT } = config();
  return new Promise((listening, failed) => {
    server.once("error", failed);
    server.listen(PORT, HOST, BACKLOG, listening);
  });
}

/** Finishes the requests in flight, for up to 10 seconds, and closes the server. */
export async function drain(server: Server): Promise<void> {
  const ended = new Promise<void>((done) => server.close(() => done()));
  // A kept-alive connection becomes idle only after its answer. The server itself closes those that are idle already.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cap = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await ended;
  clearInterval(idle);
  clearTimeout(cap);
}

type ClientError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Malformed HTTP gets a short answer, and the connection is closed. */
function rejectBrokenRequest(error: ClientError, socket: Duplex & { _httpMessage?: IncomingMessage }): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code !== "HPE_HEADER_OVERFLOW"
      ? "400 Bad Request"
      : isUrlTooLong(error.rawPacket?.toString("latin1") ?? "")
        ? "414 URI Too Long"
        : "431 Request Header Fields Too Large";
  const own = commonHeaders();
  const headers = own.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${own[i + 1]}`] : [])).join("\r\n");
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${headers}\r\nContent-Length: 0\r\n\r\n`);
}

/** Distinguishes a long URL from long headers by the packet in which the limit was exceeded: the first one or a later one. */
function isUrlTooLong(packet: string): boolean {
  const [line = "", ...rest] = packet.split("\r\n");
  const isFirst = /^[A-Z]+ \S/.test(line);
  return isFirst ? line.length > MAX_HEADER_BYTES / 2 : rest.length === 0 || / HTTP\/1\.[01]$/.test(line);
}
