import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { abilities, alerts, brand, now, perform, hasSpooledRecords } from "~/gate.server";
import { requireAccount } from "./account.server";
import { fromOf } from "./from.server";
import { isAnswerToForm, showsKept } from "./forms/kept-form.server";
import { readMarks } from "./read-marks.server";
import { refusalPage } from "./refusal.server";
import { takeToast } from "./forms/toast.server";
import { serverOnly } from "./server-only";

/**
 * The layout's loader. It guards everything under /app and loads the data of the header, menu and notices. It runs in
 * parallel with the screen's loader and does not touch the kept date range.
 */
export async function frameLoader({ request, context }: LoaderFunctionArgs) {
  try {
    const me = await requireAccount({ request, context });
    const taken = await takeToast(request);
    const from = fromOf(request, context, "page");
    const can = abilities(me);
    const { name, style, copyright } = brand();
    const { unapproved, unread, alert } = await perform(alerts.notices, me, { read: await readMarks(request) }, from);
    // No alert above a refused form: leaving the alert would discard what the person typed.
    const frame = {
      brand: { name, style, copyright },
      username: me.username,
      viewedBy: me.by ?? undefined,
      viewing: me.viewing === true,
      can,
      now: Number(now()),
      unapproved,
      unread,
      behind: await hasSpooledRecords(),
      toasts: taken?.toasts ?? [],
      alert: isAnswerToForm(request) || showsKept(request) ? null : alert,
    };
    return data(serverOnly(frame), taken ? { headers: { "Set-Cookie": taken.header } } : undefined);
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
