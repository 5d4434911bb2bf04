import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { settingsTabs, settingsTabsFor } from "~/components/settings/settings-tabs";
import { abilities } from "~/gate.server";
import { refusalPage } from "./refusal.server";
import { signedIn } from "./screen.server";

/** Settings lead to the first of its screens that the account may open. */
export async function firstSettings({ request, context }: LoaderFunctionArgs) {
  try {
    const [first] = [...settingsTabsFor(abilities(await signedIn({ request, context }))), ...settingsTabs];
    return redirect(first?.to ?? "/app/home");
  } catch (thrown) {
    throw refusalPage(thrown, context.requestId);
  }
}
