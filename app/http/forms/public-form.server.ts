import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type AnyOperation, isUnreachable, perform, unavailable, withTextInput } from "~/gate.server";
import { fromOf } from "../from.server";
import { postedValues } from "./posted.server";
import { isFormRefusal, refusalPage } from "../refusal.server";
import { refusedForm } from "./refused.server";

type Done = {
  to: string;
  /** Headers of the redirect, from what was typed. */
  headers?: (values: Record<string, unknown>) => Promise<HeadersInit>;
};

/** An action for a form that needs no sign-in. */
export function publicFormAction(operation: AnyOperation, { to, headers }: Done) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const values = await postedValues(request, context);
    try {
      const from = fromOf(request, context, "form", { doneStatus: 302 });
      await perform(withTextInput(operation), null, values, from);
      return redirect(to, { headers: await headers?.(values) });
    } catch (error) {
      return refusedPublicForm(error, values, context.requestId);
    }
  };
}

/** Shows the form again with messages and typed values, including when the database is unavailable. */
export function refusedPublicForm(error: unknown, values: Record<string, unknown>, requestId: string) {
  if (isFormRefusal(error)) return refusedForm(error, values);
  if (!isUnreachable(error)) throw refusalPage(error, requestId);
  const refusal = unavailable();
  const { data: refused, init } = refusedForm(refusal, values);
  return data(refused, { ...init, status: refusal.status });
}
