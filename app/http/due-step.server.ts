import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { identity, perform, withTextInput } from "~/gate.server";
import { revealHeader } from "./calls/reveal.server";
import { constraintOf } from "./constraint.server";
import { refusedDuePage, requireDue, targetOf } from "./due-page.server";
import { postedValues } from "./forms/posted.server";
import { fromOf } from "./from.server";
import { refusalPage } from "./refusal.server";

/** The page on which people set up the second step that their account needs (TWO_STEP). */

const { begin, confirm, read } = identity.twoStep;

export async function dueStepLoader(args: LoaderFunctionArgs) {
  const { request, context } = args;
  try {
    const me = await requireDue(args, "secondStep");
    const { pending } = await perform(read, me, {}, fromOf(request, context, "page"));
    return { username: me.username, pending, constraint: constraintOf(confirm) };
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}

/** Begins, or confirms with a code. The page that shows the recovery codes once is that of the profile. */
export async function dueStepAction(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { intent, totp } = await postedValues(request, context);
  try {
    const me = await requireDue(args, "secondStep");
    const from = fromOf(request, context, "form", { doneStatus: 302 });
    const target = encodeURIComponent(targetOf(args));
    if (intent !== "confirm") {
      await perform(begin, me, {}, from);
      return redirect(`/two-step?returnUrl=${target}`);
    }
    const answer = await perform(withTextInput(confirm), me, { totp }, from);
    return redirect(`/app/profile/two-step?returnUrl=${target}`, {
      headers: { "Set-Cookie": await revealHeader(me.accountId, answer) },
    });
  } catch (error) {
    return refusedDuePage(error, args);
  }
}
