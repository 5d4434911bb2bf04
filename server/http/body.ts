import type { IncomingMessage } from "node:http";
import { Refusal } from "../kernel/refusal";

const KB = 1024;
const HTML = 1_200 * KB;
/** A form writes most signs of other alphabets and every bracket as three. */
const AS_FORM = 3 * HTML;

/** The first line that fits says how much a body may weigh at most; a call whose fields weigh less judges that itself. */
const limits: { path: RegExp; type?: RegExp; bytes: number }[] = [
  { path: /^\/api\/files\/image\/?$/, bytes: 5 * 1024 * KB + 64 * KB },
  { path: /./, type: /^multipart\//i, bytes: 5 * 1024 * KB + 64 * KB },
  { path: /./, bytes: AS_FORM },
];

export function bodyLimit(path: string, contentType = ""): number {
  const found = limits.find((limit) => limit.path.test(path) && (limit.type?.test(contentType) ?? true));
  return found?.bytes ?? 0;
}

/**
 * The body of a request as a web stream. One that is too long fails for whoever reads it with the refusal 413, at once
 * when the length was declared, else at the byte that is too many; a request that is refused for other reasons before
 * its body is read keeps those.
 */
export function bodyOf(req: IncomingMessage, limit: number): ReadableStream<Uint8Array> {
  const refusal = new Refusal("TOO_LARGE", `Please send at most ${Math.round(limit / KB)} KB.`);
  const declared = Number(req.headers["content-length"] ?? 0);
  let taken = 0;
  const source = req[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      if (declared > limit) {
        stream.error(refusal);
        return void discard(source);
      }
      try {
        const { done, value } = await source.next();
        if (done) return stream.close();
        taken += value.byteLength;
        if (taken > limit) {
          stream.error(refusal);
          void discard(source);
        } else stream.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      } catch (fault) {
        stream.error(fault);
      }
    },
    cancel: () => void discard(source),
  });
}

/** What was refused is still taken from the line: a connection closed with unread bytes would lose the answer. */
async function discard(source: AsyncIterator<Buffer>): Promise<void> {
  try {
    while (!(await source.next()).done);
  } catch {
    return;
  }
}
