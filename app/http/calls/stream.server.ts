import { BYTE_ORDER_MARK } from "~/gate.server";

type Options = {
  /** Known only after the first part has been produced. */
  filename: () => string;
  type: string;
  signal: AbortSignal;
  /** Headers that are known only after the first part has been produced. */
  headers?: () => Record<string, string>;
};

/**
 * A download written at the client's pace. It ends when the client disconnects. The first part is awaited before
 * answering, so that a refusal at that point still gets its own response.
 */
export async function textStream(
  texts: AsyncIterable<string>,
  { filename, type, signal, headers }: Options,
): Promise<Response> {
  const iterator = texts[Symbol.asyncIterator]();
  let first: IteratorResult<string> | undefined = await iterator.next();
  if (type === "text/csv" && !first.done) first = { done: false, value: BYTE_ORDER_MARK + first.value };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = signal.aborted ? { done: true as const, value: undefined } : (first ?? (await iterator.next()));
      first = undefined;
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  signal.addEventListener("abort", () => void iterator.return?.(), { once: true });
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${filename()}"`,
      "Cache-Control": "no-store",
      ...headers?.(),
    },
  });
}
