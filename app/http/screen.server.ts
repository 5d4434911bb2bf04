import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import {
  type Abilities,
  abilities,
  type Actor,
  type AnyOperation,
  brand,
  type FieldMessages,
  forbidden,
  newToken,
  notFound,
  now,
  perform,
  periods,
  Refusal,
} from "~/gate.server";
import { identify } from "./actor.server";
import { hearing } from "./as-of.server";
import { readingTexts, structured } from "./coerce.server";
import { constraintOf } from "./constraint.server";
import { fromOf } from "./from.server";
import { loginPath, type Restored, restored } from "./kept-form.server";
import { rangeOf } from "./range.server";
import { refusalPage } from "./refusal.server";
import { takeRevealed } from "./reveal.server";
import { cameFrom } from "./return-url";
import { unsent } from "./unsent";

export type Values = Record<string, unknown>;

type Options = {
  /** The screen has a date range; what it opens with when neither query nor session has one. */
  range?: (today: periods.Day) => periods.Range;
  /** The ability that the screen needs where none of its queries refuses by itself. */
  needs?: keyof Abilities;
  /** The operations of several forms on one screen, and which of their fields may not be left empty there. */
  forms?: Readonly<Record<string, readonly [operation: AnyOperation, required?: readonly string[]]>>;
  /** Shows what the act before has answered for this once. */
  reveals?: boolean;
  /** The operation whose form the screen shows, and which of its fields a form may not leave empty. */
  form?: readonly [operation: AnyOperation, required?: readonly string[]];
  /** Fields that are no choice on the screen, but say which one it is, as its path does: refused, there is none. */
  names?: readonly string[];
  /** Turns the query's values into those of the operations (defaults of the screen, fields matched on the server). */
  prepare?: (values: Values, known: { me: Actor; today: periods.Day }) => Values;
};

type Answers<Q extends Record<string, AnyOperation>> = { [K in keyof Q]: z.output<Q[K]["output"]> };

/** What every screen gets beside its own queries. */
export type Known = {
  me: Pick<Actor, "username" | "agentId" | "companyId" | "officeName">;
  can: Abilities;
  brand: ReturnType<typeof brand>;
  today: periods.Day;
  zone: "EST" | "EDT";
  /** A one-use key for each form that the page shows. */
  formId: string;
  /** What the browser can check of the screen's form. */
  constraint: ReturnType<typeof constraintOf>;
  /** The product's page that led here, so that a form can lead back to a list as it was. */
  back: string | undefined;
  /** The query as typed (and the range that holds), to fill the criteria with. */
  values: Values;
  /** What the browser can check of each of the screen's forms. */
  constraints: Record<string, ReturnType<typeof constraintOf>>;
  /** What the act before has answered for this once. */
  revealed: unknown;
  /** Messages at the fields of a query that was not good. */
  errors: FieldMessages;
  /** A form that was posted after its session had ended, shown as a refused one (`asAnswered`). */
  restored: Restored | undefined;
  /** Of which moment it is (milliseconds since 1970), where a replica gave it; of several answers the oldest. */
  asOf: number | undefined;
};

/** The signed-in account, or the way to the sign-in page, which leads back to what was posted. */
export async function signedIn(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  posted?: Values,
): Promise<Actor> {
  const { asker } = await identify(request, context);
  if (asker === null) throw redirect(await loginPath(request, posted));
  return asker;
}

/** A loader: one account, several queries side by side, each through the operation that the JSON call uses too. */
export function screen<Q extends Record<string, AnyOperation>>(queries: Q, options: Options = {}) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    try {
      const me = await signedIn({ request, context });
      const can = abilities(me);
      if (options.needs && !can[options.needs]) throw forbidden();
      const today = periods.dayOf(now());
      const typed = structured(new URL(request.url).searchParams);
      const { range = options.range?.(today), header } = await rangeOf(request, options.range !== undefined);
      const values: Values = { ...(options.range ? rangeValues(typed, range) : {}), ...typed, ...chosen(typed, range) };
      const base = { ...params, ...(options.range ? options.range(today) : {}) };
      const prepared = options.prepare?.(values, { me, today }) ?? values;
      const errors: FieldMessages = {};
      const naming = [...Object.keys(params), ...(options.names ?? [])];
      const heard = hearing(fromOf(request, context, "page"));
      const ask = async (operation: AnyOperation): Promise<unknown> => {
        const attempt = (input: Values) => perform(readingTexts(operation), me, input, heard.from);
        const tries = [
          () => attempt({ ...prepared, ...params }),
          () => attempt({ ...base, ...without(errors, { ...prepared, ...params }) }),
        ];
        for (const next of tries) {
          try {
            return await next();
          } catch (thrown) {
            if (!(thrown instanceof Refusal) || thrown.code !== "VALIDATION_ERROR") throw thrown;
            // An id in the address that is none does not exist.
            if (naming.some((name) => name in (thrown.data as FieldMessages))) throw notFound();
            Object.assign(errors, { ...(thrown.data as FieldMessages), ...errors });
          }
        }
        return attempt(base);
      };
      const answers = await Promise.all(
        Object.entries(queries).map(async ([name, operation]) => [name, await ask(operation)] as const),
      );
      const taken = options.reveals ? await takeRevealed(request, me.accountId) : undefined;
      const known: Known = {
        me: { username: me.username, agentId: me.agentId, companyId: me.companyId, officeName: me.officeName },
        can,
        brand: brand(),
        today,
        zone: periods.zoneLabel(now()),
        formId: newToken(16),
        constraint: options.form ? constraintOf(...options.form) : {},
        back: cameFrom(request),
        values,
        constraints: Object.fromEntries(
          Object.entries(options.forms ?? {}).map(([name, form]) => [name, constraintOf(...form)]),
        ),
        revealed: taken?.revealed,
        restored: await restored(request, me.accountId),
        errors,
        asOf: heard.asOf(),
      };
      const headers = new Headers();
      for (const line of [header, taken?.forget]) if (line) headers.append("Set-Cookie", line);
      return data(unsent({ ...known, ...(Object.fromEntries(answers) as Answers<Q>) }), { headers });
    } catch (thrown) {
      throw refusalPage(thrown, context.requestId);
    }
  };
}

/** What was typed stays in its field, also where it is no date; absent dates are filled in. */
const rangeValues = (typed: Values, range: periods.Range | undefined): Values =>
  typed.start === undefined && typed.end === undefined ? { ...range } : {};

/** A changed hint wins over the dates that came with it. */
const chosen = (typed: Values, range: periods.Range | undefined): Values =>
  typed.hint && typed.hint !== typed.hintWas && range ? { ...range } : {};

function without(errors: FieldMessages, values: Values): Values {
  const refused = new Set(Object.keys(errors).map((name) => name.split(/[.[]/)[0]));
  if (refused.has("start") || refused.has("end")) refused.add("start").add("end");
  return Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(name)));
}
