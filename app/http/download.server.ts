import type { LoaderFunctionArgs } from "@remix-run/node";
import { type AnyStream, type FieldMessages, notFound, performStream, Refusal } from "~/gate.server";
import { hearing } from "./as-of.server";
import { readingTexts, structured } from "./coerce.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";
import { signedIn, type Values } from "./screen.server";
import { textStream } from "./stream.server";

/** A loader that streams an export, with the same query parameters as its screen. */
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
      // A download has no surrounding screen for an error page, so the message is sent as plain text.
      const headers = new Headers(page.init?.headers);
      headers.set("Content-Type", "text/plain; charset=utf-8");
      throw new Response(page.data.message, { ...page.init, headers });
    }
  };
}

/** A malformed ID in the path is a 404. */
const isNoSuchAddress = (thrown: unknown, params: LoaderFunctionArgs["params"]) =>
  thrown instanceof Refusal &&
  thrown.code === "VALIDATION_ERROR" &&
  Object.keys(thrown.data as FieldMessages).some((name) => name in params);
