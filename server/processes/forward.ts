import { randomUUID } from "node:crypto";
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Request, RequestHandler, Response } from "express";
import { log } from "../kernel/process/log";
import { sendError } from "../http/error-response";
import { LINK_CHANGES_HEADER } from "../http/link-changes";
import { PEER_HEADER } from "../http/peer";
import { addCommonHeaders } from "../http/security-headers";

/** How long a request waits for a process that starts. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 50;
const MAX_IDLE_CONNECTIONS = 64;
/** Headers that concern one connection only. Transfer-Encoding of a request stays: it says that there is a body. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "upgrade", "expect", PEER_HEADER]);
const HOP_BY_HOP_ANSWER = new Set([...HOP_BY_HOP, "transfer-encoding", LINK_CHANGES_HEADER]);

type Target = {
  socketPath: string;
  open: number;
  /** The changes of links that the last answer named, and the end of the rereading that they caused. */
  linkChanges: string | undefined;
  reloaded: Promise<void>;
};

/**
 * Forwards requests to the processes that listen on `socketPaths`, each to the one with the fewest open requests. A
 * request waits up to ten seconds while no process listens. One whose process died is repeated if it changes nothing;
 * otherwise it is answered 503, because it may have been carried out. `reloadLinks` is awaited before an answer that
 * follows a change of links.
 */
export function forwardTo(socketPaths: readonly string[], reloadLinks: () => Promise<void>): RequestHandler {
  const targets = socketPaths.map((socketPath): Target => ({
    socketPath,
    open: 0,
    linkChanges: undefined,
    reloaded: Promise.resolve(),
  }));
  const agent = new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS });

  async function forward(req: Request, res: Response): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    const failed = new Set<Target>();
    for (;;) {
      const target = leastBusy(targets.filter((one) => !failed.has(one)));
      if (!target) {
        failed.clear();
        await pause(RETRY_MS);
        continue;
      }
      const attempt = new Attempt(req, res, target, agent);
      try {
        const answer = await attempt.answer;
        await reloadAfterChange(target, answer);
        relay(answer, res);
        return;
      } catch (error) {
        if (res.destroyed) return;
        failed.add(target);
        const mayBeRepeated = attempt.mayBeRepeated();
        if (mayBeRepeated && performance.now() < deadline) continue;
        sendUnavailable(req, res, mayBeRepeated ? NOT_DONE : MAYBE_DONE, error);
        return;
      }
    }
  }

  async function reloadAfterChange(target: Target, { headers }: IncomingMessage): Promise<void> {
    const changes = headers[LINK_CHANGES_HEADER]?.toString();
    if (changes !== undefined && changes !== target.linkChanges) {
      target.linkChanges = changes;
      target.reloaded = reloadLinks();
    }
    await target.reloaded;
  }

  return (req, res, next) => void forward(req, res).catch(next);
}

const leastBusy = (targets: readonly Target[]): Target | undefined =>
  targets.reduce<Target | undefined>((least, one) => (least && least.open <= one.open ? least : one), undefined);

class Attempt {
  /** The answer's head. Rejects if the connection failed before it. */
  readonly answer: Promise<IncomingMessage>;
  #isSent = false;

  constructor(
    private readonly req: Request,
    res: Response,
    target: Target,
    agent: Agent,
  ) {
    const { socketPath } = target;
    const { method, url: path } = req;
    const sent = request({ agent, socketPath, method, path, headers: headersOf(req), setHost: false });
    target.open++;
    sent.once("close", () => target.open--);
    // Ends the work on a request whose client has left.
    res.once("close", () => (res.writableFinished ? undefined : sent.destroy()));
    this.answer = new Promise((answered, failed) => {
      sent.once("response", answered);
      // Stays for errors after the answer, which need no handling: the rest of the body is of no use.
      sent.on("error", failed);
    });
    sent.once("socket", (socket) => {
      if (socket.connecting) socket.once("connect", () => this.#send(sent));
      else this.#send(sent);
    });
  }

  /** Whether the process cannot have received it, or receiving it twice makes no difference. */
  mayBeRepeated(): boolean {
    return !this.#isSent || (!hasBody(this.req) && (this.req.method === "GET" || this.req.method === "HEAD"));
  }

  #send(sent: ClientRequest): void {
    this.#isSent = true;
    if (!hasBody(this.req)) {
      sent.end();
      return;
    }
    this.req.pipe(sent);
    // Bytes that an early answer left unread would precede the connection's next request.
    sent.once("close", () => this.req.resume());
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const headersOf = (req: IncomingMessage): string[] => [
  ...without(HOP_BY_HOP, req.rawHeaders),
  PEER_HEADER,
  req.socket.remoteAddress ?? "",
];

function relay(answer: IncomingMessage, res: Response): void {
  res.statusCode = answer.statusCode ?? 502;
  res.statusMessage = answer.statusMessage ?? "";
  const headers = without(HOP_BY_HOP_ANSWER, answer.rawHeaders);
  // Not by writeHead: beside a header that is set already, it keeps only the last cookie.
  for (let i = 0; i < headers.length; i += 2) res.appendHeader(headers[i] ?? "", headers[i + 1] ?? "");
  // A process that dies in the middle of an answer ends the client's connection, so that the answer does not look whole.
  pipeline(answer, res, () => undefined);
}

/** Names and values in turn, as Node gives and takes them. */
function without(names: ReadonlySet<string>, raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = "", value = ""] = [raw[i], raw[i + 1]];
    if (!names.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

const NOT_DONE = "The service is busy. Nothing was lost; try again in a moment.";
const MAYBE_DONE = "The server was interrupted. Please check whether this was done, and try again if it was not.";

function sendUnavailable(req: Request, res: Response, message: string, error: unknown): void {
  const requestId = randomUUID();
  log().error({ event: "screens process lost", effect: "a request is answered 503", requestId, err: error });
  res.locals.requestId = requestId;
  addCommonHeaders(res);
  res.set({ "X-Request-Id": requestId, "Retry-After": "2" });
  res.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  sendError(req, res, { status: 503, code: "UNAVAILABLE", message });
}
