import { connect } from "node:net";

/**
 * The requests to send, over how many kept connections and for how long. Requests are complete HTTP texts, sent in
 * turn.
 */
export type Plan = {
  port: number;
  connections: number;
  seconds: number;
  warmUpSeconds: number;
  requests: string[];
  /** Steady rate over all connections. Without it, each connection sends as soon as it has its answer. */
  perSecond?: number;
};
/**
 * Answers within the measured seconds. Times are milliseconds from the last byte sent to the last byte read. At a
 * steady rate they start when the request was due, so that a late answer also counts for the requests behind it.
 */
export type Load = {
  perSecond: number;
  p50: number;
  p99: number;
  answers: number;
  /** Including those of the warm-up. */
  allAnswers: number;
  statuses: Record<string, number>;
  /** The click ids of all redirects, including those of the warm-up. */
  ids: string[];
};

/** Milliseconds by which a timer may fire late. */
const TIMER_MS = 1;

/**
 * Load by a small client: each connection sends its next request when the previous answer is complete. It reads every
 * header of an answer, as clients do, and keeps the click id.
 */
export function load({ port, connections, seconds, warmUpSeconds, requests, perSecond }: Plan): Promise<Load> {
  const texts = requests.map((request) => Buffer.from(request, "latin1"));
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const ids: string[] = [];
  let next = 0;
  let allAnswers = 0;
  let measuring = false;
  let ended = false;

  const started = performance.now();
  const interval = perSecond === undefined ? 0 : (connections / perSecond) * 1000;

  const startConnection = (offset: number) => {
    let due = started + offset * interval;
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let sentAt = 0;
    let text = "";
    const send = () => {
      if (ended) return void socket.destroy();
      sentAt = performance.now();
      socket.write(texts[next++ % texts.length] ?? "");
    };
    const sendWhenDue = () => {
      if (!interval) return send();
      due += interval;
      const delay = due - performance.now();
      setTimeout(
        () => {
          send();
          sentAt = Math.min(sentAt, due + TIMER_MS);
        },
        Math.max(0, delay),
      );
    };
    socket.on("connect", sendWhenDue);
    socket.on("data", (data: Buffer) => {
      text += data.toString("latin1");
      const answer = parseAnswer(text);
      if (!answer) return;
      text = "";
      allAnswers++;
      if (measuring) {
        times.push(performance.now() - sentAt);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      }
      const id = clickIdIn(answer.headers.get("location") ?? "");
      if (id !== null) ids.push(id);
      sendWhenDue();
    });
    socket.on("error", () => socket.destroy());
  };
  for (let i = 0; i < connections; i++) startConnection(i / connections);

  return new Promise((resolve) => {
    setTimeout(() => {
      measuring = true;
      const measuredFrom = performance.now();
      setTimeout(() => {
        const measuredSeconds = (performance.now() - measuredFrom) / 1000;
        measuring = false;
        ended = true;
        times.sort((a, b) => a - b);
        const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0;
        resolve({
          perSecond: times.length / measuredSeconds,
          p50: percentile(0.5),
          p99: percentile(0.99),
          answers: times.length,
          allAnswers,
          statuses,
          ids,
        });
      }, seconds * 1000);
    }, warmUpSeconds * 1000);
  });
}

/** Status and headers of a complete answer. Undefined while part of it is missing. */
function parseAnswer(text: string): { status: string; headers: Map<string, string> } | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [start = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const length = Number(headers.get("content-length") ?? 0);
  return text.length < end + 4 + length ? undefined : { status: start.split(" ")[1] ?? "", headers };
}

const clickIdIn = (location: string): string | null =>
  location.includes("clickid=") ? new URL(location).searchParams.get("clickid") : null;
