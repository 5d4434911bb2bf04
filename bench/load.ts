import { connect } from "node:net";

/** What to send, over how many kept connections, for how long; requests are whole HTTP texts, sent in turn. */
export type Plan = { port: number; connections: number; seconds: number; warmUpSeconds: number; requests: string[] };
/** Answers within the measured seconds; times in milliseconds from the last byte sent to the last one read. */
export type Load = { perSecond: number; p50: number; p99: number; answers: number; statuses: Record<string, number> };

/**
 * Load by raw sockets: each connection sends its next request when the answer to the last one is whole. Nothing is
 * parsed beyond status and end, so that the generator takes as little of the machine as it can.
 */
export function load({ port, connections, seconds, warmUpSeconds, requests }: Plan): Promise<Load> {
  const texts = requests.map((request) => Buffer.from(request, "latin1"));
  const times = new Float64Array(4_000_000);
  const statuses: Record<string, number> = {};
  let count = 0;
  let next = 0;
  let measuring = false;
  let ended = false;

  const follow = () => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let head = "";
    const send = () => {
      if (ended) return void socket.destroy();
      sentAt = performance.now();
      socket.write(texts[next++ % texts.length] ?? "");
    };
    socket.on("connect", send);
    socket.on("data", (data: Buffer) => {
      // A redirect has no body and comes in one piece; everything else takes the long way.
      const whole = head === "" && data[9] === THREE && endsHead(data);
      if (!whole && !isWhole((head += data.toString("latin1")))) return;
      if (measuring) {
        times[count++] = performance.now() - sentAt;
        const status = (whole ? data.toString("latin1", 9, 12) : head.slice(9, 12)) || "none";
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      head = "";
      send();
    });
    socket.on("error", () => socket.destroy());
  };
  for (let i = 0; i < connections; i++) follow();

  return new Promise((done) => {
    setTimeout(() => {
      measuring = true;
      const began = performance.now();
      setTimeout(() => {
        const lasted = (performance.now() - began) / 1000;
        measuring = false;
        ended = true;
        const sorted = times.slice(0, count).sort();
        const at = (share: number) => sorted[Math.floor(count * share)] ?? 0;
        done({ perSecond: count / lasted, p50: at(0.5), p99: at(0.99), answers: count, statuses });
      }, seconds * 1000);
    }, warmUpSeconds * 1000);
  });
}

const THREE = "3".charCodeAt(0);
const CR = 13;
const LF = 10;

const endsHead = (data: Buffer) => {
  const last = data.length - 1;
  return data[last] === LF && data[last - 1] === CR && data[last - 2] === LF && data[last - 3] === CR;
};

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
  return end >= 0 && text.length >= end + 4 + length;
}
