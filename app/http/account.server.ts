import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Actor } from "~/gate.server";
import { identify } from "./actor.server";
import { LEAVING, loginPath } from "./forms/kept-form.server";
import { duePath } from "./return-url";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** The signed-in account. Otherwise throws a redirect to the page to sign in or to do what is due first, and then back. */
export async function requireAccount({ request, context }: Args, posted?: Record<string, unknown>): Promise<Actor> {
  const { asker } = await identify(request, context);
  if (asker === null) throw redirect(await loginPath(request, posted));
  // Posted by a script because the session had ended: nobody pressed Save, so another session must not save it.
  if (posted && LEAVING in posted) {
    const { pathname, search } = new URL(request.url);
    throw redirect(pathname + search);
  }
  if (asker.due) throw redirect(duePath(asker.due, request));
  return asker;
}

/** Points of the account's limit. An export costs the database what several forms do. */
const POINTS = { form: 1, export: 5 } as const;

/** The same for a posted form or an export. Throws 429 if the account sends too many of them. */
export async function requireActing(
  args: Args,
  kind: keyof typeof POINTS,
  posted?: Record<string, unknown>,
): Promise<Actor> {
  const me = await requireAccount(args, posted);
  await args.context.limitAccount(me.accountId, POINTS[kind]);
  return me;
}
