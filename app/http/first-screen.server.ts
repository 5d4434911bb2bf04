import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Abilities, abilities } from "~/gate.server";
import { refusalPage } from "./refusal.server";
import { requireAccount } from "./account.server";

/** Redirects from a container to the first of its screens that the account may open. Keeps the query string. */
export const firstScreen =
  (screensFor: (can: Abilities) => readonly { to: string }[]) =>
  async ({ request, context }: LoaderFunctionArgs) => {
    try {
      const [first] = screensFor(abilities(await requireAccount({ request, context })));
      return redirect((first?.to ?? "/app/home") + new URL(request.url).search);
    } catch (error) {
      throw refusalPage(error, context.requestId);
    }
  };
