import type { AppLoadContext } from "@remix-run/node";
import { Refusal, nestFields } from "~/gate.server";
import { identify } from "../actor.server";
import { refusalPage } from "../refusal.server";
import { hadSession } from "../session.server";

/** Reads a posted form. Content type, size and shape are checked before any other code uses it. */

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** The form's fields and files. Throws the error page for 415, 413 or 400. */
export async function postedForm(request: Request, context: AppLoadContext): Promise<FormData> {
  const { requestId } = context;
  if (!FORM.test(request.headers.get("Content-Type") ?? "")) {
    throw refusalPage(new Refusal("UNSUPPORTED_TYPE", "Please send a form."), requestId);
  }
  // Lifts the 16 KB limit by cookie alone: the session may have ended while the person typed, and the form is kept
  // while the database is unavailable.
  if (await hadSession(request)) context.ofSession();
  else if (request.headers.has("Authorization")) await identify(request, context).catch(() => undefined);
  try {
    return await request.formData();
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal("MALFORMED", "This form is not whole.");
    throw refusalPage(refusal, requestId);
  }
}

/** The form as nested values. Also throws the error page for 422 when there are too many fields. */
export async function postedValues(request: Request, context: AppLoadContext): Promise<Record<string, unknown>> {
  const form = await postedForm(request, context);
  try {
    return nestFields(form);
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
