import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { alerts } from "~/gate.server";
import { ownCookie } from "./own-cookie.server";
import { postedForm } from "./posted.server";
import { returnUrl } from "./return-url";
import { signedIn } from "./screen.server";

/** Which alerts were read in this browser: their marks, the latest first, in a cookie that works without scripts. */
const cookie = ownCookie("read", { path: "/app", sameSite: "lax", maxAge: 365 * 24 * 60 * 60 });
const MOST = 10;

export async function readMarks(request: Request): Promise<string[]> {
  const value = await cookie.parse(request);
  return typeof value === "string" ? value.split(".").filter(alerts.isMark).slice(0, MOST) : [];
}

/** Marks the alert as read and leads back to the page on which it stood. */
export async function markAsRead({ request, context }: ActionFunctionArgs) {
  await signedIn({ request, context });
  const form = await postedForm(request, context);
  const [mark, back] = [form.get("mark"), form.get("returnUrl")];
  const marks = await readMarks(request);
  const all = typeof mark === "string" && alerts.isMark(mark) ? [...new Set([mark, ...marks])].slice(0, MOST) : marks;
  const headers = { "Set-Cookie": await cookie.serialize(all.join(".")) };
  return redirect(returnUrl(typeof back === "string" ? back : null), { headers });
}
