import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { abilities, alerts, brand, now, perform, spoolHolds } from "~/gate.server";
import { fromOf } from "./from.server";
import { isAnswerToForm, showsKept } from "./kept-form.server";
import { readMarks } from "./read-marks.server";
import { refusalPage } from "./refusal.server";
import { signedIn } from "./screen.server";
import { takeToast } from "./toast.server";
import { unsent } from "./unsent";

/**
 * The layout's loader: the guard of everything under /app, and what header, menu and notices show. It runs beside the
 * screen's own loader and leaves the kept date range to it.
 */
export async function frameLoader({ request, context }: LoaderFunctionArgs) {
  try {
    const me = await signedIn({ request, context });
    const taken = await takeToast(request);
    const from = fromOf(request, context, "page");
    const can = abilities(me);
    const { name, style, copyright } = brand();
    const { unapproved, alert } = await perform(alerts.notices, me, { read: await readMarks(request) }, from);
    // A refused form stands alone: an alert above it would take what was typed along when it is left.
    const frame = {
      brand: { name, style, copyright },
      username: me.username,
      can,
      now: Number(now()),
      unapproved,
      behind: spoolHolds(),
      toasts: taken?.toasts ?? [],
      alert: isAnswerToForm(request) || showsKept(request) ? null : alert,
    };
    return data(unsent(frame), taken ? { headers: { "Set-Cookie": taken.header } } : undefined);
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
}
