import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { lightCookie } from "~/http/light.server";
import { postedForm } from "~/http/forms/posted.server";
import { HOME, returnUrl } from "~/http/return-url";

/** The footer's switch between pages with and without scripts. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await postedForm(request, context);
  const back = form.get("returnUrl");
  const headers = { "Set-Cookie": lightCookie(form.get("lite") === "1") };
  return redirect(returnUrl(typeof back === "string" ? back : null), { headers });
}

export const loader = () => redirect(HOME);
