import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port";

/** A connection to the database that can fall silent and be cut. */
export async function aLine(url: string) {
  const { hostname, port } = new URL(url);
  const ends = new Set<Socket>();
  let silent = false;
  let connections = 0;
  let deaf = 0;
  let server: Server | undefined;
  const listen = (at: number) =>
    new Promise<void>((done) => {
      server = createServer((near) => {
        const far = connect(Number(port), hostname);
        const number = ++connections;
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const) {
          ends.add(from);
          from.on("data", (bytes) => silent || number <= deaf || to.write(bytes));
          from.on("error", () => to.destroy());
          from.on("close", () => {
            ends.delete(from);
            to.destroy();
          });
        }
      }).listen(at, "127.0.0.1", done);
    });
  await listen(await freePort());
  const at = (server as Server | undefined)?.address() as AddressInfo;
  const through = new URL(url);
  through.host = `127.0.0.1:${at.port}`;
  return {
    url: through.href,
    fallSilent: () => (silent = true),
    /** Existing connections stop sending and receiving; new ones work. */
    deafen: () => (deaf = connections),
    async cut() {
      const closed = new Promise((done) => server?.close(done));
      for (const end of ends) end.destroy();
      await closed;
      silent = false;
    },
    mend: () => listen(at.port),
  };
}
