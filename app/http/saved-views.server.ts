import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Actor, notFound, perform, views } from "~/gate.server";
import { requireAccount } from "./account.server";
import { identify } from "./actor.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";
import { HOME } from "./return-url";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** The menu of views on a list, log or report. Undefined for other screens. */
export async function viewsOf({ request, context }: Args, me: Actor) {
  const { pathname: screen } = new URL(request.url);
  if (!views.canBeSaved(screen)) return undefined;
  return (await perform(views.ofScreen, me, { screen }, fromOf(request, context, "page"))) ?? undefined;
}

/** The address that the account opens first: its start screen, else Home. */
export async function startAddress({ request, context }: Args, me: Actor): Promise<string> {
  const { address } = await perform(views.start, me, {}, fromOf(request, context, "page"));
  return address ?? HOME;
}

/** Redirects from `/` and `/app` to the start screen, or to Home, which asks to sign in. */
export async function startLoader(args: LoaderFunctionArgs) {
  try {
    const { asker } = await identify(args.request, args.context);
    return redirect(asker ? await startAddress(args, asker) : HOME);
  } catch (error) {
    throw refusalPage(error, args.context.requestId);
  }
}

/** Redirects to the screen of a view, with its query. */
export async function openView({ request, context, params: { id } }: LoaderFunctionArgs) {
  try {
    const me = await requireAccount({ request, context });
    if (!/^[1-9]\d{0,8}$/.test(id ?? "")) throw notFound();
    const { address } = await perform(views.open, me, { id: Number(id) }, fromOf(request, context, "page"));
    return redirect(address);
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
