import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { logs, now, perform, periods } from "~/gate.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";
import { serverOnly } from "./server-only";

/** The public page for the developers of a site. The token is in the path, which is therefore kept out of the logs. */
export async function developerPageLoader({ request, params: { token = "" }, context }: LoaderFunctionArgs) {
  try {
    const from = { ...fromOf(request, context, "page"), method: `${request.method} /sites/developers/***` };
    const page = await perform(logs.developerPage, null, { token }, from);
    return data(serverOnly({ page, zone: periods.zoneLabel(now()) }));
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
