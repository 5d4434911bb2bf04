import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { Actor } from "~/gate.server";
import { identify } from "./actor.server";
import { loginPath } from "./forms/kept-form.server";
import { ownPasswordPath } from "./return-url";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** The signed-in account. Otherwise throws a redirect to the page to sign in or to replace the password, and then back. */
export async function requireAccount({ request, context }: Args, posted?: Record<string, unknown>): Promise<Actor> {
  const { asker } = await identify(request, context);
  if (asker === null) throw redirect(await loginPath(request, posted));
  if (asker.passwordDue) throw redirect(ownPasswordPath(request));
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
