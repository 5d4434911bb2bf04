import type { SubmissionResult } from "@conform-to/react";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { type AnyOperation, type FieldMessages, invalid, isAway, notFound, perform, Refusal } from "~/gate.server";
import { readingTexts } from "./coerce.server";
import { fromOf } from "./from.server";
import { type Lists, regrown } from "./growing.server";
import { dropKept, withoutSecrets } from "./kept-form.server";
import { postedValues } from "./posted.server";
import { isFormRefusal, refusalPage } from "./refusal.server";
import { listAt } from "./return-url";
import { revealHeader } from "./reveal.server";
import { signedIn, type Values } from "./screen.server";
import { toastHeader } from "./toast.server";

/** An operation with the input that its button stands for: `act(offices.setStatus, { active: false })`. */
type Act = {
  operation: AnyOperation;
  give: (typed: Values) => Values;
  /** The answer holds what is shown this once: the page that the done form leads to shows it, and no other. */
  reveals?: boolean;
  /** Where it leads when it is done, where that is another place than the others' of its screen. */
  to?: (params: Readonly<Record<string, string | undefined>>) => string;
};
export const act = (
  operation: AnyOperation,
  give: Values | ((typed: Values) => Values) = {},
  more: Pick<Act, "reveals" | "to"> = {},
): Act => ({ operation, give: typeof give === "function" ? give : () => give, ...more });

type Notice = readonly [heading: string, body: string];

type Options = {
  /** Where a done form leads; a list is shown as it was when the person left it for the form. `:name` is of the address. */
  to: string | ((answer: never, values: Values) => string);
  /** Heading and body of the success notice; where the act or its answer decides, made of them. */
  notice?: Notice | ((values: Values, answer: never) => Notice);
  /** What of a done form was not: it is shown again with that, beside what was done. */
  partly?: (answer: never) => { messages: FieldMessages; values: Values } | undefined;
  /** Lists of the form that grow and shrink, each with an empty row. */
  lists?: Lists;
  /** "list": an act on a row that is not there shows the list again instead of the page that says so. */
  missing?: "list";
  /** Turns the form's values into the operation's, where they are no object of the same names. */
  prepare?: (values: Values) => unknown;
};

/** What a refused form is shown again with. */
export type Refused = {
  intent: string | undefined;
  /** For Conform: messages by field ("" is the whole form) and the values as typed. */
  lastResult: SubmissionResult;
  /** The record as it is now, where somebody else changed it in the meantime. */
  current?: unknown;
};

/** As pages make them; a form with any other is a form without one. */
const FORM_ID = /^[\w-]{1,64}$/;

/** The answer to a refused form: its messages and what was typed, passwords aside. */
export function refusedForm(refusal: Refusal, values: Values, intent?: string) {
  const fields: FieldMessages =
    refusal.code === "VALIDATION_ERROR" ? (refusal.data as FieldMessages) : { _form: [refusal.message] };
  const { _form, ...others } = fields;
  const refused: Refused = {
    intent,
    lastResult: {
      status: "error",
      initialValue: withoutSecrets(values) as Record<string, never>,
      error: { ...others, ...(_form ? { "": _form } : {}) },
    },
    ...(refusal.code === "CONFLICT" ? { current: (refusal.data as { current?: unknown } | undefined)?.current } : {}),
  };
  const headers = refusal.retryAfter === undefined ? undefined : { "Retry-After": String(refusal.retryAfter) };
  return data(refused, { status: refusal.status === 429 ? 429 : 422, headers });
}

/** The form with other values, as long as nothing is judged. */
const shownAgain = (values: Values, intent?: string) =>
  data<Refused>({
    intent,
    lastResult: { status: "error", initialValue: withoutSecrets(values) as Record<string, never>, error: {} },
  });

/** An action: the posted form through the operation that the JSON call uses too. Several acts are told by `intent`. */
export function submit(operations: AnyOperation | Record<string, AnyOperation | Act>, options: Options) {
  return async ({ request, params, context }: ActionFunctionArgs) => {
    const values = await postedValues(request, context);
    try {
      const me = await signedIn({ request, context }, values);
      const { intent: pressed, formId, ...typed } = values as Values & { intent?: string | string[]; formId?: string };
      // A form may say what its main button does; another button that was pressed says it after it.
      const last = Array.isArray(pressed) ? pressed.at(-1) : pressed;
      const intent = typeof last === "string" ? last : undefined;
      const grown = regrown(options.lists, intent, typed);
      if (grown) return shownAgain(grown, intent);
      const { operation, give, reveals, to: leads } = chosen(operations, intent);
      const once = typeof formId === "string" && FORM_ID.test(formId) ? `form:${operation.name}:${formId}` : undefined;
      const from = fromOf(request, context, "form", { once, doneStatus: 302 });
      try {
        const given = options.prepare?.(typed) ?? { ...typed, ...give(typed), ...params };
        const answer = await perform(readingTexts(operation), me, given, from);
        const rest = options.partly?.(answer as never);
        if (rest) return refusedForm(invalid(rest.messages), { ...typed, ...rest.values }, intent);
        await dropKept(request, me.accountId);
        const to =
          leads?.(params) ??
          (typeof options.to === "string"
            ? leftAt(filled(options.to, params), request, values)
            : options.to(answer as never, values));
        const shownOnce = reveals ? answer : undefined;
        return redirect(to, { headers: await headersOf(options, me.accountId, shownOnce, values, answer) });
      } catch (thrown) {
        if (isMissing(thrown) && options.missing === "list") return refusedForm(thrown, typed, intent);
        if (isFormRefusal(thrown) && !isOfAddress(thrown, params)) return refusedForm(thrown, typed, intent);
        throw isFormRefusal(thrown) ? notFound() : thrown;
      }
    } catch (thrown) {
      throw isAway(thrown) ? unanswered(thrown, values, context.requestId) : refusalPage(thrown, context.requestId);
    }
  };
}

async function headersOf(
  { notice }: Options,
  accountId: number,
  shownOnce: unknown,
  values: Values,
  answer: unknown,
): Promise<Headers> {
  const headers = new Headers();
  const [heading, body = ""] = (typeof notice === "function" ? notice(values, answer as never) : notice) ?? [];
  if (heading) headers.append("Set-Cookie", await toastHeader({ type: "success", heading, body }));
  if (shownOnce !== undefined) headers.append("Set-Cookie", await revealHeader(accountId, shownOnce));
  return headers;
}

const isMissing = (thrown: unknown): thrown is Refusal => thrown instanceof Refusal && thrown.code === "NOT_FOUND";

/** An id in the address that is none does not exist. */
const isOfAddress = ({ code, data: fields }: Refusal, params: object): boolean =>
  code === "VALIDATION_ERROR" && Object.keys(fields as FieldMessages).some((name) => name in params);

function chosen(operations: AnyOperation | Record<string, AnyOperation | Act>, intent: string | undefined): Act {
  if ("run" in operations) return act(operations as AnyOperation);
  const found = Object.hasOwn(operations, String(intent)) ? operations[String(intent)] : undefined;
  if (!found) throw notFound();
  return "give" in found ? found : act(found);
}

const filled = (path: string, params: Readonly<Record<string, string | undefined>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? "");

/** The form says which page led to it; an act on a row is posted from the list itself. */
const leftAt = (list: string, request: Request, { back }: Values): string =>
  listAt(list, back ?? pathOf(request.headers.get("Referer")));

const pathOf = (referer: string | null): string | undefined => {
  if (referer === null || !URL.canParse(referer)) return undefined;
  const { pathname, search } = new URL(referer);
  return pathname + search;
};

/** The database is away: the page that says so carries what was typed, so that it can be sent again. */
function unanswered(thrown: unknown, values: Values, requestId: string) {
  const page = refusalPage(thrown, requestId);
  if (page instanceof Response) return page;
  return data({ ...page.data, kept: withoutSecrets(values) }, page.init ?? undefined);
}
