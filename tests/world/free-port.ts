import { createServer } from "node:net";

/** The one port of the range that browsers and `fetch` refuse to open. */
const BLOCKED = 10_080;

/** Ports of this process: one that was given may not be listened on yet. */
const given = new Set<number>();

/** A port below the range of outgoing connections that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    // Two concurrent tests probe different ports, since both might find the same one free.
    const port = 10_000 + 2 * Math.floor(Math.random() * 4_500) + (Number(process.env.VITEST_POOL_ID ?? 0) % 2);
    if (port === BLOCKED || given.has(port)) continue;
    given.add(port);
    const free = await new Promise<boolean>((done) => {
      const probe = createServer().once("error", () => done(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
    });
    if (free) return port;
  }
}
