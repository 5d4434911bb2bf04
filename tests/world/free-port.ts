import { createServer } from "node:net";

/** A port below the range of outgoing connections that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 9_000);
    const free = await new Promise<boolean>((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (free) return port;
  }
}
