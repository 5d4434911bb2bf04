import { fieldTexts } from "~/components/form/texts";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import {
  abilities,
  type Abilities,
  type Actor,
  type AnyOperation,
  type FieldMessages,
  invalid,
  isUnreachable,
  notFound,
  perform,
  Refusal,
  withTextInput,
} from "~/gate.server";
import { fromOf } from "../from.server";
import { type Act, type Named, selectAct, undoToast } from "./acts.server";
import { dropKept, omitsSecrets, withoutSecrets } from "./kept-form.server";
import { performForm } from "./merge.server";
import { confirmedValues, orConfirmPage } from "./confirmed.server";
import { postedValues } from "./posted.server";
import { refusedForm, type Refused } from "./refused.server";
import { isFormRefusal, refusalPage } from "../refusal.server";
import { HOME, listAt } from "../return-url";
import { revealHeader } from "../calls/reveal.server";
import { requireActing } from "../account.server";
import type { Values } from "../screen.server";
import { type Toast, toastHeader } from "./toast.server";

/**
 * A warning: the act was done but did not lead to what the person wanted. The link is to the next step; a notice with a
 * link stays until it is closed.
 */
type Notice = readonly [heading: string, body: string, type?: "success" | "warning", link?: Toast["link"]];

type Options = {
  /** The redirect target of a successful form. A list is shown as the person left it. `:name` is a path parameter. */
  to: string | ((answer: never, values: Values) => string);
  /** Heading and body of the notice, or a function of the values and the answer. Undefined: no notice. */
  notice?: Notice | ((values: Values, answer: never, can: Abilities) => Notice | undefined);
  /** The query for the name of a row. On one row, the notice of an act that can be undone replaces `notice`. */
  named?: Named;
  /** The list at `to` shows the saved row and marks it: a new one on its page, else in the list as the person left it. */
  row?: true;
  /** The field with the IDs of the rows. The list at `to` is shown from the first of them, which it marks. */
  at?: string;
  /** For partial success: the rest of the form, shown again with messages. */
  partly?: (answer: never) => { messages: FieldMessages; values: Values } | undefined;
  /** The cookies for a session that the answer opens in this browser, by its token. */
  opens?: (args: Pick<ActionFunctionArgs, "request" | "context">, token: string) => Promise<Headers>;
  /** The variable-length lists of the form, each with its empty row. */
  lists?: Lists;
  /** "list": an act on a row that no longer exists shows the list again instead of the 404 page. */
  missing?: "list";
  /** Maps the form's values to the operation's input when the names differ. */
  prepare?: (values: Values) => unknown;
  /** The form's field of each path in the operation's input, where their names differ. */
  fieldAt?: Readonly<Record<string, string>>;
};

/** The format of form IDs that pages create. A form with any other ID has no idempotency key. */
const FORM_ID = /^[\w-]{1,64}$/;

/** The form with changed values and no messages, because nothing was validated. */
const showFormAgain = (values: Values, intent?: string) =>
  data<Refused>({
    intent,
    lastResult: { status: "error", initialValue: withoutSecrets(values) as Record<string, never>, error: {} },
    omitted: omitsSecrets(values),
  });

/** An action that runs the posted form through the same operation as the JSON call. `intent` selects among several. */
export function submit(operations: AnyOperation | Record<string, AnyOperation | Act>, options: Options) {
  return async (args: ActionFunctionArgs) => {
    const { request, params, context } = args;
    const posted = await postedValues(request, context);
    let values = posted;
    try {
      const signedIn = await requireActing(args, "form", posted);
      const confirmed = await confirmedValues(args, signedIn, posted);
      const { me } = confirmed;
      values = confirmed.values;
      const { intent: pressed, formId, ...typed } = values as Values & { intent?: string | string[]; formId?: string };
      // A form may have an `intent` of its own for its main button. A pressed button adds its `intent` after it.
      const last = Array.isArray(pressed) ? pressed.at(-1) : pressed;
      const intent = typeof last === "string" ? last : undefined;
      const resized = resizeList(options.lists, intent, typed);
      if (resized) return showFormAgain(resized, intent);
      const { operation, give, reveals, to: redirectTarget, undo } = selectAct(operations, intent);
      const once = typeof formId === "string" && FORM_ID.test(formId) ? `form:${operation.name}:${formId}` : undefined;
      const from = fromOf(request, context, "form", { once, doneStatus: 302 });
      try {
        const input = options.prepare?.(typed) ?? { ...typed, ...give(typed), ...params };
        // Before the act: nothing may fail once it is done.
        const { named } = options;
        const undoable =
          named &&
          undo &&
          (await undoToast(undo, { ids: typed.ids, action: new URL(request.url).pathname }, (given) =>
            perform(withTextInput(named), me, given, fromOf(request, context, "page")),
          ));
        const { answer, merged } = await performForm(operation, me, { typed: input, base: typed.base }, from);
        const partial = options.partly?.(answer as never);
        if (partial) return refusedForm(invalid(partial.messages), { ...typed, ...partial.values }, intent);
        await dropKept(request, me.accountId);
        const { token } = answer as { token?: unknown };
        if (options.opens && typeof token === "string") {
          return redirect(HOME, { headers: await options.opens(args, token) });
        }
        const isList = typeof options.to === "string" || options.row;
        const target = typeof options.to === "string" ? options.to : options.to(answer as never, values);
        const [row] = options.at === undefined ? [] : [values[options.at]].flat();
        const to =
          redirectTarget?.(params) ??
          (isList ? savedAddress(fillPath(target, params), request, values, options.row && answer) : target) +
            (row === undefined ? "" : `#r${Number(row)}`);
        const secret = reveals ? answer : undefined;
        return redirect(to, { headers: await headersOf(options, me, secret, values, answer, merged, undoable) });
      } catch (error) {
        if (isMissing(error) && options.missing === "list") return refusedForm(error, typed, intent);
        if (isFormRefusal(error) && !isPathError(error, params))
          return refusedForm(atFields(error, options.fieldAt), typed, intent);
        throw isFormRefusal(error) ? notFound() : await orConfirmPage(error, args, me, values);
      }
    } catch (error) {
      throw passesByItself(error)
        ? pageToSendAgain(error, values, context.requestId)
        : postedRefusalPage(error, context.requestId);
    }
  };
}

function postedRefusalPage(error: unknown, requestId: string) {
  const page = refusalPage(error, requestId);
  return page instanceof Response ? page : data({ ...page.data, posted: true }, page.init ?? undefined);
}

async function headersOf(
  { notice }: Options,
  me: Actor,
  secret: unknown,
  values: Values,
  answer: unknown,
  merged?: string,
  undoable?: Toast,
): Promise<Headers> {
  const headers = new Headers();
  const [heading, body = "", type = "success", link] =
    (typeof notice === "function" ? notice(values, answer as never, abilities(me)) : notice) ?? [];
  if (undoable) headers.append("Set-Cookie", await toastHeader(undoable));
  else if (heading)
    headers.append(
      "Set-Cookie",
      await toastHeader({ type, heading, body: merged ? fieldTexts.bothKept(body, merged) : body, link }),
    );
  if (secret !== undefined) headers.append("Set-Cookie", await revealHeader(me.accountId, secret));
  return headers;
}

/** The refusal with its messages at the fields of the form. */
const atFields = (error: Refusal, fieldAt: Options["fieldAt"]): Refusal =>
  fieldAt && error.code === "VALIDATION_ERROR"
    ? invalid(
        Object.fromEntries(
          Object.entries(error.data as FieldMessages).map(([path, messages]) => [fieldAt[path] ?? path, messages]),
        ),
      )
    : error;

const isMissing = (error: unknown): error is Refusal => error instanceof Refusal && error.code === "NOT_FOUND";

/** A malformed ID in the path is a 404. */
const isPathError = ({ code, data: fields }: Refusal, params: object): boolean =>
  code === "VALIDATION_ERROR" && Object.keys(fields as FieldMessages).some((name) => name in params);

const fillPath = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");

/** The address of the list to return to: from the form's `back` field, or from the referrer when posted on the list. */
const returnAddress = (list: string, request: Request, { back }: Values): string =>
  listAt(list, back ?? pathOf(request.headers.get("Referer")));

/** The same with the saved row. A form of an existing record posts its `version`. */
function savedAddress(list: string, request: Request, values: Values, saved: unknown): string {
  const { id } = (saved || {}) as { id?: unknown };
  if (typeof id !== "number") return returnAddress(list, request, values);
  if (values.version !== undefined) return `${returnAddress(list, request, values)}#r${id}`;
  // A filter of the list as it was left might leave out the new row, its order may stay.
  const isChosen = list.includes("?");
  const [path = "", query] = (isChosen ? list : returnAddress(list, request, values)).split("?");
  const kept = [...new URLSearchParams(query)].filter(([name]) => isChosen || /^(sort|pageSize)/.test(name));
  return `${path}?${new URLSearchParams([...kept, ["row", String(id)]])}#r${id}`;
}

const pathOf = (referer: string | null): string | undefined => {
  if (referer === null || !URL.canParse(referer)) return undefined;
  const { pathname, search } = new URL(referer);
  return pathname + search;
};

/** The database is unavailable, or the account has sent too many forms. */
const passesByItself = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof Refusal && error.code === "TOO_MANY_REQUESTS");

/** The error page with what was typed, so that it can be sent again. */
function pageToSendAgain(error: unknown, values: Values, requestId: string) {
  const page = refusalPage(error, requestId);
  if (page instanceof Response) return page;
  return data({ ...page.data, kept: withoutSecrets(values) }, page.init ?? undefined);
}

/** The variable-length lists of a form, each with its empty row. */
type Lists = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The form's values after the button `add-{list}` or `remove-{list}-{row}` was pressed without scripts; undefined for
 * every other button. Nothing is validated: the form is shown again with what was typed.
 */
function resizeList(lists: Lists | undefined, intent: unknown, values: Values): Values | undefined {
  const [, act, name = "", row] = /^(add|remove)-([A-Za-z]+)(?:-(\d+))?$/.exec(String(intent)) ?? [];
  const blank = lists && Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (blank === undefined) return undefined;
  const stored = values[name];
  const rows: unknown[] = Array.isArray(stored) ? stored : [];
  if (act === "add") return { ...values, [name]: [...rows, { ...blank }] };
  return { ...values, [name]: rows.filter((_, index) => index !== Number(row)) };
}
