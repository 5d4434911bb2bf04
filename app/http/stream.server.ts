/** A download that is written at the client's pace and ends when the client goes away. */
export function textStream(
  texts: AsyncIterable<string>,
  { filename, type, signal }: { filename: string; type: string; signal: AbortSignal },
): Response {
  const iterator = texts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = signal.aborted ? { done: true as const, value: undefined } : await iterator.next();
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
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
}
