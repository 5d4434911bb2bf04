import type { ActionFunctionArgs } from "@remix-run/node";
import { abilities, forbidden, invalid } from "~/gate.server";
import { postedValues } from "./forms/posted.server";
import { refusalPage } from "./refusal.server";
import { requireAccount } from "./account.server";
import { refusedForm } from "./forms/refused.server";

/** Refuses every post of the widget gallery, so that its form shows error states. Saves nothing. */
export async function refuseAll({ request, context }: ActionFunctionArgs) {
  try {
    if (!abilities(await requireAccount({ request, context })).seeGallery) throw forbidden();
    const { intent, ...values } = await postedValues(request, context);
    const messages = {
      _form: ["Nothing is saved here."],
      name: ["Username is taken"],
      choice: ["Please choose one from the list."],
      note: ["Please use at most 20000 characters."],
    };
    return refusedForm(invalid(messages), values, typeof intent === "string" ? intent : undefined);
  } catch (error) {
    throw refusalPage(error, context.requestId);
  }
}
