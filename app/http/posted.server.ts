import type { AppLoadContext } from "@remix-run/node";
import { Refusal } from "~/gate.server";
import { identify } from "./actor.server";
import { structured } from "./coerce.server";
import { refusalPage } from "./refusal.server";
import { hadSession } from "./session.server";

/** Reading a posted form: its type, size and shape are judged before anything else looks at it. */

const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** The form's fields and files. Throws the page of a 415, 413 or 400. */
export async function postedForm(request: Request, context: AppLoadContext): Promise<FormData> {
  const { requestId } = context;
  if (!FORM.test(request.headers.get("Content-Type") ?? "")) {
    throw refusalPage(new Refusal("UNSUPPORTED_TYPE", "Please send a form."), requestId);
  }
  // A form may be typed for longer than its session lives, and is kept while the database is away.
  if (await hadSession(request)) context.ofSession();
  else if (request.headers.has("Authorization")) await identify(request, context).catch(() => undefined);
  try {
    return await request.formData();
  } catch (thrown) {
    const refusal = thrown instanceof Refusal ? thrown : new Refusal("MALFORMED", "This form is not whole.");
    throw refusalPage(refusal, requestId);
  }
}

/** The same as nested values. Throws the page of a 422 too, where there are more of them than any form has. */
export async function postedValues(request: Request, context: AppLoadContext): Promise<Record<string, unknown>> {
  const form = await postedForm(request, context);
  try {
    return structured(form);
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
}
