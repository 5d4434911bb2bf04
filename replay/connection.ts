import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "./recording";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
type RequestOptions = { method: string; path: string; headers?: OutgoingHttpHeaders; body?: string };

/** A server over several kept connections. Adds no headers except those that HTTP itself requires. */
export type Connection = { url: string; send(question: RequestOptions): Promise<Answer>; close(): void };

/** Maximum number of clicks and postbacks in flight. Calls have a lower limit because each takes the server longer. */
export const MAX_CONCURRENT_CLICKS = 64;
export const MAX_CONCURRENT_CALLS = 8;
const TIMEOUT_MS = 30_000;
/** How long, and how often, a call that the server was too busy for is repeated. */
const BUSY_MS = 60_000;
const BUSY_EVERY_MS = 1_000;

/** `url` is http://host:port. `send` rejects when no answer arrives in time. */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONCURRENT_CLICKS });
  return {
    url,
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
        const outgoing = request(
          { agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: TIMEOUT_MS },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on("data", (part: Buffer) => parts.push(part));
            answer.on("error", reject);
            answer.on("end", () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: Buffer.concat(parts).toString("utf8"),
              }),
            );
          },
        );
        outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
        outgoing.on("error", reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/** A JSON call of the product; null for a 404. */
export type Call = <T>(method: "GET" | "POST", path: string, body?: unknown) => Promise<T | null>;

/**
 * Calls below /api/ with a bearer token, or without one. Throws a Problem for any answer but 2xx and 404. A busy server
 * is asked again: no call of a replay changes anything, except that it signs in.
 */
export function createCall(connection: Connection, token?: string): Call {
  return async <T>(method: "GET" | "POST", path: string, body?: unknown) => {
    const question = {
      method,
      path: `/api/${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const until = Date.now() + BUSY_MS;
    let answer = await connection.send(question);
    while (answer.status === 503 && Date.now() < until) {
      await pause(BUSY_EVERY_MS);
      answer = await connection.send(question);
    }
    if (answer.status === 404) return null;
    if (answer.status < 200 || answer.status > 299) {
      throw new Problem(`${method} /api/${path} was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    }
    return JSON.parse(answer.text) as T;
  };
}

/** The result of a call. Throws a Problem for a 404. */
export async function callOrThrow<T>(call: Call, ...args: Parameters<Call>): Promise<T> {
  const answer = await call<T>(...args);
  if (answer === null) throw new Problem(`${args[0]} /api/${args[1]} is unknown to this server.`);
  return answer;
}
