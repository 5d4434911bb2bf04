import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { displayCookie } from "~/http/display.server";
import { postedForm } from "~/http/forms/posted.server";
import { HOME, returnUrl } from "~/http/return-url";

/** The footer's choices: pages without scripts, and colours. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await postedForm(request, context);
  const back = form.get("returnUrl");
  const headers = new Headers();
  if (form.has("lite")) headers.append("Set-Cookie", displayCookie("lite", form.get("lite") === "1" ? "1" : ""));
  const scheme = form.get("scheme");
  if (typeof scheme === "string") {
    headers.append("Set-Cookie", displayCookie("scheme", scheme === "light" || scheme === "dark" ? scheme : ""));
  }
  return redirect(returnUrl(typeof back === "string" ? back : null), { headers });
}

export const loader = () => redirect(HOME);
