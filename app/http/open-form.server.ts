import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type AnyOperation, isAway, perform, unavailable } from "~/gate.server";
import { readingTexts } from "./coerce.server";
import { fromOf } from "./from.server";
import { postedValues } from "./posted.server";
import { isFormRefusal, refusalPage } from "./refusal.server";
import { refusedForm } from "./submit.server";

/** An action whose form anyone may post, signed in or not. */
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

/** The form again, with its messages and what was typed, also while the database is away. */
export function refusedOpenly(thrown: unknown, values: Record<string, unknown>, requestId: string) {
  if (isFormRefusal(thrown)) return refusedForm(thrown, values);
  if (!isAway(thrown)) throw refusalPage(thrown, requestId);
  const refusal = unavailable();
  const { data: shown, init } = refusedForm(refusal, values);
  return data(shown, { ...init, status: refusal.status });
}
