import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Actor, Refusal } from "~/gate.server";
import { identify } from "./actor.server";
import { loginPath } from "./forms/kept-form.server";
import { refusedPublicForm } from "./forms/public-form.server";
import { returnUrl } from "./return-url";
import { endSessions } from "./viewing.server";

/** Shared by the pages on which people do what they have to do before they see any other (`duePath`). */

export type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** The page that was requested at first. */
export const targetOf = ({ request }: Args): string => returnUrl(new URL(request.url).searchParams.get("returnUrl"));

/** The person who has to. Throws a redirect to the sign-in page, or for anybody else to the page that was requested. */
export async function requireDue(args: Args, due: NonNullable<Actor["due"]>): Promise<Actor> {
  const { asker } = await identify(args.request, args.context);
  if (asker === null) throw redirect(await loginPath(args.request));
  if (asker.due !== due) throw redirect(targetOf(args));
  return asker;
}

/** The page with the messages. If the sign-in was too long ago, the person signs in again: that page needs no frame. */
export async function refusedDuePage(error: unknown, args: Args) {
  if (error instanceof Refusal && error.code === "CONFIRM") {
    return redirect(`/login?returnUrl=${encodeURIComponent(targetOf(args))}`, { headers: await endSessions(args) });
  }
  return refusedPublicForm(error, {}, args.context.requestId);
}
