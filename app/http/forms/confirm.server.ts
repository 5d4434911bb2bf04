import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type Abilities, type AnyOperation, notFound } from "~/gate.server";
import { form as texts, notices } from "~/texts";
import { refusalPage } from "../refusal.server";
import { referringPage, listAt } from "../return-url";
import { screen } from "../screen.server";
import { toastHeader } from "./toast.server";
import { addServerOnly } from "../server-only";

/** The question shown before an act on one row, and on several. */
export type ConfirmTexts = { one: string; selected: string };

type Options<Q> = {
  needs: keyof Abilities;
  /** Further data for the page, such as the names of the rows. The queries take the same `ids`. */
  queries?: Q;
};

/**
 * The loader of the confirmation page used without scripts, `GET {list}/confirm?intent=…&ids=…`. `question` is the
 * input of <ConfirmPage>. An unknown intent is a 404. Without any selected row it redirects to the list with an error
 * notice.
 */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- most questions need no queries
export function confirmLoader<Q extends Record<string, AnyOperation> = Record<never, never>>(
  questions: Readonly<Record<string, ConfirmTexts>>,
  { needs, queries }: Options<Q>,
) {
  const loadScreen = screen(queries ?? ({} as Q), { needs });
  return async (args: LoaderFunctionArgs) => {
    const { pathname, searchParams } = new URL(args.request.url);
    const intent = searchParams.get("intent") ?? "";
    const ids = searchParams.getAll("ids");
    const question = Object.hasOwn(questions, intent) ? questions[intent] : undefined;
    if (!question) throw refusalPage(notFound(), args.context.requestId);
    const action = pathname.replace(/\/confirm\/?$/, "");
    const cancel = listAt(action, referringPage(args.request));
    if (ids.length === 0) {
      const none = { type: "error", heading: notices.failed, body: texts.noneSelected } as const;
      const toast = await toastHeader(none, args.request);
      throw redirect(cancel, { headers: { "Set-Cookie": toast } });
    }
    const page = await loadScreen(args);
    const fields: [string, string][] = [
      ["intent", intent],
      ...ids.map((id): [string, string] => ["ids", id]),
      ["formId", page.data.formId],
      ["back", cancel],
    ];
    const several = ids.length > 1 || searchParams.has("selected");
    const prompt = { heading: several ? question.selected : question.one, action, cancel, fields };
    return data(addServerOnly(page.data, { question: prompt }), page.init ?? undefined);
  };
}
