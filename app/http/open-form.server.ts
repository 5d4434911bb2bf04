import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type AnyOperation, isAway, perform, unavailable } from "~/gate.server";
import { readingTexts } from "./coerce.server";
import { fromOf } from "./from.server";
import { postedValues } from "./posted.server";
import { isFormRefusal, refusalPage } from "./refusal.server";
import { refusedForm } from "./submit.server";

/** An action for a form that needs no sign-in. */
export function openForm(operation: AnyOperation, { to }: { to: string }) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const values = await postedValues(request, context);
    try {
      const from = fromOf(request, context, "form", { doneStatus: 302 });
      await perform(readingTexts(operation), null, values, from);
      return redirect(to);
    } catch (thrown) {
      return refusedOpenly(thrown, values, context.requestId);
    }
  };
}

/** Shows the form again with messages and typed values, including when the database is unavailable. */
export function refusedOpenly(thrown: unknown, values: Record<string, unknown>, requestId: string) {
  if (isFormRefusal(thrown)) return refusedForm(thrown, values);
  if (!isAway(thrown)) throw refusalPage(thrown, requestId);
  const refusal = unavailable();
  const { data: shown, init } = refusedForm(refusal, values);
  return data(shown, { ...init, status: refusal.status });
}
