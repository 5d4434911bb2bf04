import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { alerts } from "~/gate.server";
import { requireActing } from "./account.server";
import { ownCookie } from "./own-cookie.server";
import { postedForm } from "./forms/posted.server";
import { returnUrl } from "./return-url";
import { refusalPage } from "./refusal.server";

/** The alerts read in this browser, as marks with the latest first, in a cookie so that it works without scripts. */
const cookie = ownCookie("read", { path: "/app", sameSite: "lax", maxAge: 365 * 24 * 60 * 60 });
const MAX_MARKS = 10;

export async function readMarks(request: Request): Promise<string[]> {
  const value = await cookie.parse(request);
  return typeof value === "string" ? value.split(".").filter(alerts.isMark).slice(0, MAX_MARKS) : [];
}

/** Marks the alert as read and redirects back to the page that showed it. */
export async function markAsRead({ request, context }: ActionFunctionArgs) {
  try {
    await requireActing({ request, context }, "form");
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
  const form = await postedForm(request, context);
  const [mark, back] = [form.get("mark"), form.get("returnUrl")];
  const marks = await readMarks(request);
  const updated =
    typeof mark === "string" && alerts.isMark(mark) ? [...new Set([mark, ...marks])].slice(0, MAX_MARKS) : marks;
  const headers = { "Set-Cookie": await cookie.serialize(updated.join(".")) };
  return redirect(returnUrl(typeof back === "string" ? back : null), { headers });
}
