import type { ServerBuild } from "@remix-run/node";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createVite } from "vite";
import type { ScreenBuild } from "../server/http/screens";
import { config } from "../server/kernel/process/config";
import { logError } from "../server/kernel/process/log";
import type { Front } from "../server/processes/front";
import type { openListener } from "../server/processes/listener";
import { exitWithMessage, openDatabase, prepareDatabase, sharedSettings } from "../server/processes";
import { announce, announceFirstAccount } from "../server/processes/announce";
import { fillWithDemo } from "./fill-with-demo";

/** `npm run dev`: the product from its sources, in one process, with reload. */
const SHUTDOWN_MS = 1_000;

let loaded: { module: ServerModule; opened: Promise<Front> } | undefined;

type ServerModule = { openListener: typeof openListener };

try {
  const database = await openDatabase({ watch: true });
  await prepareDatabase(fillWithDemo);
  // Vite loads the server's code a second time. That copy reads its settings from the environment.
  Object.assign(process.env, sharedSettings());
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    try {
      const listening = await reloadListener(
        (await vite.ssrLoadModule("/server/listener.ts")) as ServerModule,
        screens,
      );
      if (!listening.handleTracking(req, res)) vite.middlewares(req, res, () => listening.listener(req, res));
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      logError(error);
      res.writeHead(500, { "Content-Type": "text/plain" }).end("The sources did not load. The terminal says why.");
    }
  };
  const screens = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  const server = createServer((req, res) => void answer(req, res));
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  const { HOST, PORT } = config();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, resolve);
  });
  announce(PORT);
  void announceFirstAccount();
  const end = () => {
    // Open sockets of the hot reload can keep Vite's close() from ever resolving.
    setTimeout(() => process.exit(0), SHUTDOWN_MS);
    server.close();
    server.closeAllConnections();
    void database
      .close()
      .catch(logError)
      .finally(() => process.exit(0));
  };
  // Vite's own handler would end the process before the database is left.
  process.removeAllListeners("SIGTERM");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
} catch (error) {
  exitWithMessage(error);
}

/** Opens the listener once per state of the sources. The previous one writes its pending records. */
async function reloadListener(module: ServerModule, screens: ScreenBuild): Promise<Front> {
  if (loaded?.module !== module) {
    const before = loaded?.opened;
    loaded = { module, opened: module.openListener(screens) };
    await before?.then((listening) => listening.close());
  }
  return loaded.opened;
}
