import { brotliCompressSync, constants } from "node:zlib";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireProgram } from "~/http/calls/docs-reader.server";
import { openapi } from "~/http/calls/openapi.server";
import { refusalResponse } from "~/http/refusal.server";

let document: { text: string; compressed: Buffer<ArrayBuffer> } | undefined;

function render() {
  const text = JSON.stringify(openapi());
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return { text, compressed: Buffer.from(brotliCompressSync(text, { params })) };
}

/** The document is the same until the next start, so it is compressed once. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  try {
    await requireProgram(args);
  } catch (error) {
    return refusalResponse(error, context.requestId);
  }
  document ??= render();
  const isCompressed = /\bbr\b/.test(request.headers.get("Accept-Encoding") ?? "");
  return new Response(isCompressed ? document.compressed : document.text, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-cache",
      Vary: "Accept-Encoding",
      ...(isCompressed ? { "Content-Encoding": "br" } : {}),
    },
  });
}
