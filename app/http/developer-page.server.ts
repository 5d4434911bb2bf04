import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { logs, now, perform, time } from "~/gate.server";
import { constraintOf } from "./constraint.server";
import { postedValues } from "./forms/posted.server";
import { refusedPublicForm } from "./forms/public-form.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";
import { serverOnly } from "./server-only";

/** The token is in the path, which is therefore kept out of the logs. */
const methodOf = (request: Request) => `${request.method} /sites/developers/***`;

/** The public page for the developers of a site. */
export async function developerPageLoader({ request, params: { token = "" }, context }: LoaderFunctionArgs) {
  try {
    const from = { ...fromOf(request, context, "page"), method: methodOf(request) };
    const query = new URL(request.url).searchParams;
    const [answer, find, tested] = ["answer", "find", "tested"].map((name) => query.get(name) ?? "");
    const page = await perform(logs.developerPage, null, { token, answer, find, tested }, from);
    const constraint = constraintOf(logs.sendDeveloperTest);
    const code = query.get("code") ?? "";
    return data(serverOnly({ page, constraint, code, zone: time.zoneLabel(now()) }));
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}

/** Sends the test that was filled in and shows its answer on the page. */
export async function developerPageAction({ request, params: { token = "" }, context }: ActionFunctionArgs) {
  const values = await postedValues(request, context);
  try {
    const from = { ...fromOf(request, context, "form", { doneStatus: 302 }), method: methodOf(request) };
    const { receipt } = await perform(logs.sendDeveloperTest, null, { ...values, token }, from);
    return redirect(`/sites/developers/${encodeURIComponent(token)}?tested=${receipt}#try`);
  } catch (error) {
    return refusedPublicForm(error, values, context.requestId);
  }
}
