import { spawnSync } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** For the code that sites get: an interpreter that may be missing, and servers that are out of order. */

export const hasPhp = spawnSync("php", ["-r", "exit(function_exists('curl_init') ? 0 : 1);"]).status === 0;

export async function aServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A server that answers nothing. `reached` resolves when it has a whole request. */
export async function aSilentServer() {
  let note = () => {};
  const reached = new Promise<void>((done) => (note = done));
  const server = await aServer((req) => void req.resume().on("end", () => note()));
  return { ...server, reached };
}
