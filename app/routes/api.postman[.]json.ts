import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireProgram } from "~/http/calls/docs-reader.server";
import { postmanCollection } from "~/http/calls/postman.server";
import { refusalResponse } from "~/http/refusal.server";

/** The calls as a collection of Postman, to download. */
export async function loader(args: LoaderFunctionArgs) {
  try {
    await requireProgram(args);
  } catch (error) {
    return refusalResponse(error, args.context.requestId);
  }
  return new Response(JSON.stringify(postmanCollection()), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="postman.json"',
      "Cache-Control": "no-cache",
    },
  });
}
