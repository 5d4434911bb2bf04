import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { identity, invalid, perform, Refusal, suggestPassword, withTextInput } from "~/gate.server";
import { constraintOf } from "./constraint.server";
import { refusedDuePage, requireDue, targetOf } from "./due-page.server";
import { postedValues } from "./forms/posted.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";

/** The page on which people replace a password that somebody else set (FIRST_PASSWORD). */

export async function ownPasswordLoader(args: LoaderFunctionArgs) {
  try {
    const me = await requireDue(args, "password");
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
    const me = await requireDue(args, "password");
    const from = fromOf(request, context, "form", { doneStatus: 302 });
    await perform(withTextInput(identity.profile.updateOf(me)), me, { password, passwordConfirm }, from);
    return redirect(targetOf(args));
  } catch (error) {
    // A profile's form may leave the password empty, this one may not.
    const isEmpty = error instanceof Refusal && error.code === "PASSWORD_CHANGE";
    return refusedDuePage(isEmpty ? invalid({ password: ["Please fill in this field."] }) : error, args);
  }
}
