import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import { type ActDefinition, questionOf } from "~/components/table/acts";
import type { Confirmation } from "~/components/table/confirm-screen";
import { type Abilities, type AnyOperation, notFound } from "~/gate.server";
import { form as texts } from "~/texts";
import { refusalPage } from "../refusal.server";
import { referringPage, listAt } from "../return-url";
import { screen, type Values } from "../screen.server";
import { toastHeader } from "./toast.server";
import { addServerOnly } from "../server-only";

/** The id of the buttons for selected rows. */
const BULK_ACTS = "selected";

type Act = Omit<ActDefinition, "when"> & { can?: keyof Abilities };
type Answers<Q extends Record<string, AnyOperation>> = { [K in keyof Q]: z.output<Q[K]["output"]> };
type About = Pick<Confirmation, "names"> & Partial<Pick<Confirmation, "note" | "impossible">>;

type Options<Q extends Record<string, AnyOperation>> = {
  /** The queries of the page, which take the same `ids`. */
  queries: Q;
  /** The records that the question is about, from the answers. */
  about: (answers: Answers<Q>, intent: string, ids: readonly string[]) => About;
  /** The record is named by the path, not by `ids`. Returns further fields to post. */
  record?: (answers: Answers<Q>) => Confirmation["fields"];
  /** Maps the values of the address to the input of the queries. */
  prepare?: (values: Values) => Values;
};

/**
 * The loader of <ConfirmScreen>, the page before an act without scripts: `GET {screen}/confirm?intent=…&ids=…`. An act
 * that asks nothing is a 404. Without any selected row it redirects to the buttons of the list, which then say so.
 */
export function confirmLoader<Q extends Record<string, AnyOperation>>(
  acts: Readonly<Record<string, Act>>,
  { queries, about, record, prepare }: Options<Q>,
) {
  const [onlyIntent = ""] = record ? Object.keys(acts) : [];
  return async (args: LoaderFunctionArgs) => {
    const { pathname, searchParams } = new URL(args.request.url);
    const intent = searchParams.get("intent") ?? onlyIntent;
    const ids = searchParams.getAll("ids");
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined;
    if (act?.ask === undefined) throw refusalPage(notFound(), args.context.requestId);
    const action = pathname.replace(/\/confirm\/?$/, "");
    const cancel = listAt(action, referringPage(args.request));
    if (ids.length === 0 && !record) {
      const none = { type: "error", heading: texts.noneSelected, body: "" } as const;
      const toast = await toastHeader(none, args.request);
      throw redirect(`${cancel}#${BULK_ACTS}`, { headers: { "Set-Cookie": toast } });
    }
    const page = await screen(queries, { needs: act.can, prepare })(args);
    const { names, note, impossible } = about(page.data, intent, ids);
    const several = ids.length > 1 || searchParams.has("selected");
    const confirmation: Confirmation = {
      heading: (several ? act.askSelected : undefined) ?? questionOf(act, names[0] ?? "") ?? "",
      // A question that names its record needs no list of names.
      names: typeof act.ask === "function" ? [] : names,
      note: note ?? act.note,
      impossible,
      danger: act.danger,
      reason: act.reason,
      action,
      cancel,
      fields: [
        ["intent", intent],
        ...(record ? record(page.data) : ids.map((id) => ["ids", id] as const)),
        ["formId", page.data.formId],
        ["back", cancel],
      ],
    };
    return data(addServerOnly(page.data, { confirmation }), page.init ?? undefined);
  };
}

type Named = AnyOperation<z.ZodType<readonly string[] | About>>;

/** The same where the page shows nothing but the names of the records. */
export const confirmNamed = (acts: Readonly<Record<string, Act>>, named: Named) =>
  confirmLoader(acts, {
    queries: { named },
    about: ({ named: answer }) => ("names" in answer ? answer : { names: answer }),
  });
