import { createServer } from "node:net";

/** A port below the range of outgoing connections that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    // Each of two tests at a time has ports of its own: one probed by both would be taken by one.
    const port = 10_000 + 2 * Math.floor(Math.random() * 4_500) + (Number(process.env.VITEST_POOL_ID ?? 0) % 2);
    const free = await new Promise<boolean>((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (free) return port;
  }
}
