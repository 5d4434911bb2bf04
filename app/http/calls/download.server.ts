import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type AnyStream,
  type FieldMessages,
  notFound,
  performStream,
  Refusal,
  withTextInput,
  nestFields,
} from "~/gate.server";
import { requireActing } from "../account.server";
import { trackAsOf } from "../as-of.server";
import { fromOf } from "../from.server";
import { refusalPage } from "../refusal.server";
import type { Values } from "../screen.server";
import { textStream } from "./stream.server";

/** A loader that streams an export, with the same query parameters as its screen. */
export function download(
  operation: AnyStream<string>,
  options: {
    type: string;
    /** Default: the name that the operation gives its file. */
    filename?: string | (() => string);
    prepare?: (values: Values) => Values;
  },
) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    try {
      const me = await requireActing({ request, context }, "export");
      const values = nestFields(new URL(request.url).searchParams);
      const input = { ...(options.prepare?.(values) ?? values), ...params };
      const tracked = trackAsOf(fromOf(request, context, "page"));
      const { filename } = options;
      let named = typeof filename === "function" ? filename() : (filename ?? "export.csv");
      const from = { ...tracked.from, saveAs: (name: string) => void (named = name) };
      const texts = performStream(withTextInput(operation), me, input, from);
      return await textStream(texts, {
        filename: () => named,
        type: options.type,
        signal: request.signal,
        headers: tracked.headers,
      });
    } catch (error) {
      const page = refusalPage(isNoSuchAddress(error, params) ? notFound() : error, context.requestId);
      if (page instanceof Response) throw page;
      // A download has no surrounding screen for an error page, so the message is sent as plain text.
      const headers = new Headers(page.init?.headers);
      headers.set("Content-Type", "text/plain; charset=utf-8");
      throw new Response(page.data.message, { ...page.init, headers });
    }
  };
}

/** A malformed ID in the path is a 404. */
const isNoSuchAddress = (error: unknown, params: LoaderFunctionArgs["params"]) =>
  error instanceof Refusal &&
  error.code === "VALIDATION_ERROR" &&
  Object.keys(error.data as FieldMessages).some((name) => name in params);
