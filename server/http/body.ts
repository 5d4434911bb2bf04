import type { IncomingMessage } from "node:http";
import { Refusal } from "../kernel/operation/refusal";

const KB = 1024;
const HTML = 1_200 * KB;
/** URL-encoded forms write each non-ASCII byte and each bracket as three bytes. */
const AS_FORM = 3 * HTML;

/** Limit for requests without a session: the sender has not been authenticated yet. */
const OPEN = 16 * KB;

/**
 * Maximum size of a body in bytes, by path and content type; the first match applies. Calls that need less check that
 * themselves. Without a session, OPEN applies everywhere.
 */
const limits: { path: RegExp; type?: RegExp; bytes: number }[] = [
  { path: /^\/+(login|forgot|reset|remote-login|api\/auth\/.*|api\/forgot)\/*$/i, bytes: OPEN },
  { path: /^\/api\/files\/image\/?$/, bytes: 5 * 1024 * KB + 64 * KB },
  { path: /./, type: /^multipart\//i, bytes: 5 * 1024 * KB + 64 * KB },
  { path: /./, bytes: AS_FORM },
];

function limitOf(path: string, contentType: string): number {
  const found = limits.find(
    (limit) => limit.path.test(decodeURIComponent(path)) && (limit.type?.test(contentType) ?? true),
  );
  return found?.bytes ?? OPEN;
}

/**
 * How much of a request's body may be read, in bytes. `ofSession` raises the limit once a session has been verified;
 * call it before reading.
 */
export type Allowance = { bytes: number; ofSession(): void };

export function allowanceOf(path: string, contentType = ""): Allowance {
  return {
    bytes: OPEN,
    ofSession() {
      this.bytes = limitOf(path, contentType);
    },
  };
}

/**
 * The body of a request as a web stream that reads from the socket only on demand. If the body is too long, the reader
 * fails with refusal 413: at once if the length was declared, otherwise at the first byte beyond the limit. A request
 * refused for another reason before its body is read keeps that reason.
 */
export function bodyOf(req: IncomingMessage, allowance: Allowance): ReadableStream<Uint8Array> {
  const declared = Number(req.headers["content-length"] ?? 0);
  let taken = 0;
  const source = req[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const refuse = (stream: ReadableStreamDefaultController) => {
    stream.error(new Refusal("TOO_LARGE", `Please send at most ${Math.round(allowance.bytes / KB)} KB.`));
    void discard(source);
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        if (declared > allowance.bytes) return refuse(stream);
        try {
          const { done, value } = await source.next();
          if (done) return stream.close();
          taken += value.byteLength;
          if (taken > allowance.bytes) refuse(stream);
          else stream.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
        } catch (fault) {
          stream.error(fault);
        }
      },
      cancel: () => void discard(source),
    },
    { highWaterMark: 0 },
  );
}

/** Reads the rest of a refused body: closing the connection with unread bytes would lose the answer. */
async function discard(source: AsyncIterator<Buffer>): Promise<void> {
  try {
    while (!(await source.next()).done);
  } catch {
    return;
  }
}
