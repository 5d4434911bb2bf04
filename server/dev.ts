import { createServer, type RequestListener } from "node:http";
import { createServer as createVite } from "vite";
import { config } from "./kernel/config";
import { logFault } from "./kernel/log";
import type { Listening } from "./listener";
import { announce } from "./start/announce";
import { endWithMessage } from "./start/end-with-message";
import { openDatabase, sharedSettings } from "./start/open-database";
import { prepareDatabase } from "./start/prepare-database";

/** `npm run dev`: the product from its sources, in one process, with reload. */
const ENDED_WITHIN = 1_000;

let loaded: { module: ServerModule; opened: Promise<Listening> } | undefined;

type ServerModule = { openListener: () => Promise<Listening> };

try {
  const database = await openDatabase({ watch: true });
  await prepareDatabase();
  // The server's code is loaded a second time, by Vite; it finds its settings in the environment.
  Object.assign(process.env, sharedSettings());
  const answer: RequestListener = async (req, res) => {
    try {
      const { door, listener } = await listeningOf((await vite.ssrLoadModule("/server/listener.ts")) as ServerModule);
      if (!door(req, res)) vite.middlewares(req, res, () => listener(req, res));
    } catch (fault) {
      if (fault instanceof Error) vite.ssrFixStacktrace(fault);
      logFault(fault);
      res.writeHead(500, { "Content-Type": "text/plain" }).end("The sources did not load. The terminal says why.");
    }
  };
  const server = createServer(answer);
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  const { HOST, PORT } = config();
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(PORT, HOST, listening);
  });
  announce(PORT);
  const end = () => {
    // Open sockets of the hot reload can hold Vite's own end for ever.
    setTimeout(() => process.exit(0), ENDED_WITHIN);
    server.close();
    server.closeAllConnections();
    void database
      .close()
      .catch(logFault)
      .finally(() => process.exit(0));
  };
  // Vite would end the process before the database is left.
  process.removeAllListeners("SIGTERM");
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
} catch (fault) {
  endWithMessage(fault);
}

/** One opening for each state of the sources; the one before writes what it still holds. */
async function listeningOf(module: ServerModule): Promise<Listening> {
  if (loaded?.module !== module) {
    const before = loaded?.opened;
    loaded = { module, opened: module.openListener() };
    await before?.then(({ close }) => close());
  }
  return loaded.opened;
}
