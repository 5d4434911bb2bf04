import http from "node:http";

/** A request as sent over the network. It is reported as JSON so that it can be sent again. */
export type Role = "chief" | "admin" | "manager" | "agent" | "nobody";
export type FuzzRequest = {
  /** Method and route, for reports. */
  line: string;
  as: Role;
  /** Bearer for calls, cookie for screens. */
  by: "bearer" | "cookie";
  method: string;
  /** Path and query exactly as sent. */
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** In addition to the session cookie. */
  cookies?: string;
  /** Must not change anything. */
  reads: boolean;
};

export type FuzzAnswer = { status: number; headers: http.IncomingHttpHeaders; text: string; took: number };

/** Milliseconds without a response after which a request counts as hung. */
const HANGS = 180_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 12 });

export function send(base: string, asked: FuzzRequest, more: Record<string, string>): Promise<FuzzAnswer> {
  const { method, path, headers = {}, body } = asked;
  const { hostname, port } = new URL(base);
  const began = performance.now();
  return new Promise((done, failed) => {
    const length = body ? { "Content-Length": String(body.byteLength) } : {};
    const request = http.request(
      { agent, hostname, port, method, path, headers: { ...more, ...length, ...headers }, timeout: HANGS },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("error", failed);
        answer.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          done({ status: answer.statusCode ?? 0, headers: answer.headers, text, took: performance.now() - began });
        });
      },
    );
    request.on("timeout", () => request.destroy(new Error(`No answer within ${HANGS / 1000} seconds.`)));
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server may close an idle connection at the moment in which it is used again: a browser then opens another.
      if (request.reusedSocket && error.code === "ECONNRESET") send(base, asked, more).then(done, failed);
      else failed(error);
    });
    request.end(body);
  });
}

export const hangUp = () => agent.destroy();

const LONGEST_TOLD = 1_500;

/** The request as JSON, readable and ready to be sent again. */
export const told = ({ as, by, method, path, headers, cookies, body }: FuzzRequest): string =>
  JSON.stringify({
    ...{ as, by, method, path: path.slice(0, LONGEST_TOLD), headers, cookies },
    body: body?.toString("latin1").slice(0, LONGEST_TOLD),
    bytes: body?.byteLength,
  });
