import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Abilities, abilities, forbidden, notFound } from "~/gate.server";
import { bulk, notices } from "~/texts";
import { refusalPage } from "./refusal.server";
import { listAt } from "./return-url";
import { signedIn } from "./screen.server";
import { toastHeader } from "./toast.server";

/** What is asked before an act on one row, and on several. */
export type Question = { one: string; selected: string };

/**
 * The page that asks where there are no scripts, `GET {list}/confirm?intent=…&ids=…`: what <ConfirmPage> shows. An act
 * that the list does not have is 404; with no row chosen the list says so.
 */
export function confirming(questions: Readonly<Record<string, Question>>, needs: keyof Abilities) {
  return async ({ request, context }: LoaderFunctionArgs) => {
    try {
      if (!abilities(await signedIn({ request, context }))[needs]) throw forbidden();
      const { pathname, searchParams } = new URL(request.url);
      const intent = searchParams.get("intent") ?? "";
      const question = Object.hasOwn(questions, intent) ? questions[intent] : undefined;
      if (!question) throw notFound();
      const action = pathname.replace(/\/confirm\/?$/, "");
      const back = searchParams.get("back");
      const cancel = listAt(action, back);
      const ids = searchParams.getAll("ids");
      if (ids.length === 0) {
        const toast = await toastHeader({ type: "error", heading: notices.failed, body: bulk.none });
        throw redirect(cancel, { headers: { "Set-Cookie": toast } });
      }
      const several = ids.length > 1 || searchParams.has("selected");
      const fields = [["intent", intent], ...ids.map((id) => ["ids", id]), ...(back ? [["back", back]] : [])];
      return {
        heading: several ? question.selected : question.one,
        action,
        cancel,
        fields: fields as [string, string][],
      };
    } catch (thrown) {
      throw refusalPage(thrown, context.requestId);
    }
  };
}
