import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Actor, identity, invalid, perform, Refusal, suggestPassword } from "~/gate.server";
import { identify } from "./actor.server";
import { withTextInput } from "./calls/coerce.server";
import { constraintOf } from "./constraint.server";
import { loginPath } from "./forms/kept-form.server";
import { postedValues } from "./forms/posted.server";
import { refusedPublicForm } from "./forms/public-form.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";
import { returnUrl } from "./return-url";
import { endSessions } from "./viewing.server";

/** The page on which people replace a password that somebody else set, before they see any other (FIRST_PASSWORD). */

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

const targetOf = ({ request }: Args): string => returnUrl(new URL(request.url).searchParams.get("returnUrl"));

/** The person who has to. Throws a redirect to the sign-in page, or for anybody else to the page that was requested. */
async function requireDue(args: Args): Promise<Actor> {
  const { asker } = await identify(args.request, args.context);
  if (asker === null) throw redirect(await loginPath(args.request));
  if (!asker.passwordDue) throw redirect(targetOf(args));
  return asker;
}

export async function ownPasswordLoader(args: LoaderFunctionArgs) {
  try {
    const me = await requireDue(args);
    const constraint = constraintOf(identity.profile.updateOf(me), ["password", "passwordConfirm"]);
    return { username: me.username, suggestion: suggestPassword(), constraint };
  } catch (error) {
    throw refusalPage(error, args.context.requestId);
  }
}

export async function ownPasswordAction(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { password, passwordConfirm } = await postedValues(request, context);
  try {
    const me = await requireDue(args);
    const from = fromOf(request, context, "form", { doneStatus: 302 });
    await perform(withTextInput(identity.profile.updateOf(me)), me, { password, passwordConfirm }, from);
    return redirect(targetOf(args));
  } catch (error) {
    // The sign-in was too long ago, and the page that asks for the password again needs the frame.
    if (error instanceof Refusal && error.code === "CONFIRM") {
      return redirect(`/login?returnUrl=${encodeURIComponent(targetOf(args))}`, { headers: await endSessions(args) });
    }
    // A profile's form may leave the password empty, this one may not.
    const isEmpty = error instanceof Refusal && error.code === "PASSWORD_CHANGE";
    const refusal = isEmpty ? invalid({ password: ["Please fill in this field."] }) : error;
    return refusedPublicForm(refusal, {}, context.requestId);
  }
}
