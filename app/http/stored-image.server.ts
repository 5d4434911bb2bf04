import type { AppLoadContext } from "@remix-run/node";
import { perform, uploads } from "~/gate.server";
import { fromOf } from "./from.server";
import { refusalResponse } from "./refusal.server";

const YEAR = "public, max-age=31536000, immutable";

/** An image as stored. The image under a name never changes, so it is cached for a year. */
export async function storedImage(request: Request, name: string, context: AppLoadContext): Promise<Response> {
  try {
    const { type, bytes } = await perform(uploads.read, null, { name }, fromOf(request, context, "page"));
    const headers = {
      "Cache-Control": YEAR,
      ETag: `"${name}"`,
      "Content-Type": type,
      "Content-Disposition": "inline",
      "Content-Length": String(bytes.byteLength),
    };
    if (request.headers.get("If-None-Match")?.includes(headers.ETag)) {
      return new Response(null, { status: 304, headers: { "Cache-Control": YEAR, ETag: headers.ETag } });
    }
    return new Response(request.method === "HEAD" ? null : bytes, { headers });
  } catch (error) {
    return refusalResponse(error, context.requestId);
  }
}
