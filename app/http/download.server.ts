import type { LoaderFunctionArgs } from "@remix-run/node";
import { type AnyStream, type FieldMessages, notFound, performStream, Refusal } from "~/gate.server";
import { hearing } from "./as-of.server";
import { readingTexts, structured } from "./coerce.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";
import { signedIn, type Values } from "./screen.server";
import { textStream } from "./stream.server";

/** A loader that streams an export: the same query as the screen above it. */
export function download(
  operation: AnyStream<string>,
  options: { filename: string | (() => string); type: string; prepare?: (values: Values) => Values },
) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    try {
      const me = await signedIn({ request, context });
      const values = structured(new URL(request.url).searchParams);
      const input = { ...(options.prepare?.(values) ?? values), ...params };
      const heard = hearing(fromOf(request, context, "page"));
      const texts = performStream(readingTexts(operation), me, input, heard.from);
      const filename = typeof options.filename === "string" ? options.filename : options.filename();
      return await textStream(texts, { filename, type: options.type, signal: request.signal, headers: heard.headers });
    } catch (thrown) {
      const page = refusalPage(isNoSuchAddress(thrown, params) ? notFound() : thrown, context.requestId);
      if (page instanceof Response) throw page;
      // A file has no screen around it that could show what went wrong: its words come by themselves.
      const headers = new Headers(page.init?.headers);
      headers.set("Content-Type", "text/plain; charset=utf-8");
      throw new Response(page.data.message, { ...page.init, headers });
    }
  };
}

/** An id in the address that is none does not exist. */
const isNoSuchAddress = (thrown: unknown, params: LoaderFunctionArgs["params"]) =>
  thrown instanceof Refusal &&
  thrown.code === "VALIDATION_ERROR" &&
  Object.keys(thrown.data as FieldMessages).some((name) => name in params);
