import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { BROWSER } from "./click-world";

/** Sends clicks and their sales over kept-alive connections until stopped. */
export type Load = {
  /** Click ids of redirects, in the order of the responses. */
  acknowledged: string[];
  /** Transaction ids of accepted sales, including those pending until their click is stored. */
  sold: string[];
  /** Number of responses by status. */
  statuses: Map<string, number>;
  /** Number of requests whose connection ended before a response. */
  cut(): number;
  /** Number of requests in flight. */
  waiting(): number;
  /** The server is at another port now. */
  moveTo(port: number): void;
  stop(): void;
};

const A_SALE_IN = 20;
const AGAIN_MS = 20;

/**
 * `connections` visitors click on `paths` in turn, each as soon as its last response has arrived; a lost connection is
 * replaced. With a `secret` the site reports a sale for every twentieth click and repeats it until it is accepted.
 */
export function startLoad(
  port: number,
  paths: readonly string[],
  connections: number,
  secret?: string,
  /** Pause after each response, in milliseconds. */
  rest = 0,
): Load {
  const acknowledged: string[] = [];
  const sold: string[] = [];
  const statuses = new Map<string, number>();
  const toSell: string[] = [];
  let at = port;
  let sent = 0;
  let cut = 0;
  let underWay = 0;
  let stopped = false;
  const sockets = new Set<Socket>();

  const follow = () => {
    const socket = connect({ port: at, host: "127.0.0.1", noDelay: true });
    sockets.add(socket);
    let waiting = false;
    let selling: string | undefined;
    let text = "";
    const target = () => {
      selling = toSell.shift();
      if (selling === undefined) return paths[sent % paths.length];
      return `/api/postback?clickid=${selling}&txid=${selling}&event=sale&secret=${secret}`;
    };
    const next = () => {
      if (stopped) return void socket.destroy();
      const n = sent++;
      waiting = true;
      underWay++;
      socket.write(
        `GET ${target()} HTTP/1.1\r\nHost: x\r\nUser-Agent: ${BROWSER}\r\n` +
          `X-Forwarded-For: 198.${n % 200}.${(n >> 8) & 255}.${n & 255}\r\n\r\n`,
      );
    };
    const take = (status: string): boolean => {
      const sale = selling;
      selling = undefined;
      if (sale !== undefined) {
        const taken = /"verdict":"(accepted|duplicate)"|"reason":"(spooled|unknown_click)"/.test(text);
        (taken ? sold : toSell).push(sale);
        return taken;
      }
      if (status !== "302") return false;
      const id = /clickid=([0-9a-f-]{36})/.exec(text)?.[1] ?? "";
      acknowledged.push(id);
      if (secret !== undefined && acknowledged.length % A_SALE_IN === 0) toSell.push(id);
      return true;
    };
    socket.on("connect", next);
    socket.on("data", (data) => {
      text += data.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (end < 0 || text.length < end + 4 + length) return;
      const status = text.slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const taken = take(status);
      text = "";
      waiting = false;
      underWay--;
      if (taken && rest === 0) next();
      else setTimeout(next, taken ? rest : AGAIN_MS);
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      if (selling !== undefined) toSell.push(selling);
      if (stopped) return;
      if (waiting) {
        cut++;
        underWay--;
      }
      setTimeout(follow, AGAIN_MS);
    });
  };
  for (let i = 0; i < connections; i++) follow();
  return {
    acknowledged,
    sold,
    statuses,
    cut: () => cut,
    waiting: () => underWay,
    moveTo: (other) => void (at = other),
    stop() {
      stopped = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Which of these processes holds the server's end of a connection from local port `port`. */
export function servedBy(port: number, pids: readonly number[]): number | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const line = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((text) => text.trim().split(/\s+/))
    .find(([, , remote]) => remote?.endsWith(`:${hex}`));
  const socket = `socket:[${line?.[9]}]`;
  return pids.find((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === socket;
      } catch {
        return false;
      }
    }),
  );
}
