import type { IncomingMessage } from "node:http";
import { Refusal } from "../kernel/refusal";

const KB = 1024;
const HTML = 1_200 * KB;
/** A form writes most signs of other alphabets and every bracket as three. */
const AS_FORM = 3 * HTML;

/** What anybody may send. Nobody has been asked yet who sent it. */
const OPEN = 16 * KB;

/**
 * Bytes of a body at most, by path and type: the first line that fits. A call whose fields need less judges that itself.
 * Without a session it is OPEN everywhere.
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

/** How much of a request's body is read. `ofSession` raises it, before anybody reads: a session sent the request. */
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
 * The body of a request as a web stream, which takes nothing from the line until somebody reads it. One that is too long
 * fails its reader with the refusal 413, at once when the length was declared, else at the byte that is too
 * many; a request that is refused for other reasons before its body is read keeps those.
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

/** What was refused is still taken from the line: a connection closed with unread bytes would lose the answer. */
async function discard(source: AsyncIterator<Buffer>): Promise<void> {
  try {
    while (!(await source.next()).done);
  } catch {
    return;
  }
}
