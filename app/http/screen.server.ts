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
  performTogether,
  periods,
  Refusal,
} from "~/gate.server";
import { identify } from "./actor.server";
import { trackAsOf } from "./as-of.server";
import { withTextInput, nestFields } from "./calls/coerce.server";
import { constraintOf } from "./constraint.server";
import { fromOf } from "./from.server";
import { loginPath, type Restored, restored } from "./forms/kept-form.server";
import { rangeOf } from "./range.server";
import { refusalPage } from "./refusal.server";
import { takeRevealed } from "./calls/reveal.server";
import { referringPage } from "./return-url";
import { serverOnly } from "./server-only";

export type Values = Record<string, unknown>;

type Options = {
  /** Present if the screen has a date range. Returns the default used when neither query nor session has one. */
  range?: (today: periods.Day) => periods.Range;
  /** The ability that the screen needs when none of its queries refuses by itself. */
  needs?: keyof Abilities;
  /** The operations of a screen with several forms, each with the fields that may not be left empty in the form. */
  forms?: Readonly<Record<string, readonly [operation: AnyOperation, required?: readonly string[]]>>;
  /** The screen shows a secret revealed by the preceding act. */
  reveals?: boolean;
  /** The operation of the screen's form, and the fields that may not be left empty in the form. */
  form?: readonly [operation: AnyOperation, required?: readonly string[]];
  /** Query fields that identify the screen, like path parameters. An invalid value is a 404. */
  names?: readonly string[];
  /** Input that replaces what a refused query would compute, from the messages of its fields. */
  whileRefused?: (errors: FieldMessages) => Values;
  /** Maps the query's values to the operations' input (defaults of the screen, fields matched on the server). */
  prepare?: (values: Values, known: { me: Actor; today: periods.Day }) => Values;
};

type Answers<Q extends Record<string, AnyOperation>> = { [K in keyof Q]: z.output<Q[K]["output"]> };

/** The data that every screen receives besides its own queries. */
export type ScreenData = {
  me: Pick<Actor, "username" | "agentId" | "companyId" | "officeName">;
  can: Abilities;
  brand: ReturnType<typeof brand>;
  today: periods.Day;
  zone: "EST" | "EDT";
  /** The idempotency key for the forms on the page. */
  formId: string;
  /** The browser-side constraints of the screen's form. */
  constraint: ReturnType<typeof constraintOf>;
  /** The referring page in the product, so that a form can return to a list as it was. */
  back: string | undefined;
  /** The query as typed, with the effective range, to fill in the criteria. */
  values: Values;
  /** The browser-side constraints of each form of the screen. */
  constraints: Record<string, ReturnType<typeof constraintOf>>;
  /** The secret revealed by the preceding act. */
  revealed: unknown;
  /** Messages for the invalid fields of the query. */
  errors: FieldMessages;
  /** A form posted after its session had ended, shown like a refused one (`withRestoredForm`). */
  restored: Restored | undefined;
  /** The time of the data (milliseconds since 1970) if a replica served it; with several answers, the oldest. */
  asOf: number | undefined;
};

/** The signed-in account. Otherwise throws a redirect to the sign-in page, which returns to the page or posted form. */
export async function requireAccount(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  posted?: Values,
): Promise<Actor> {
  const { asker } = await identify(request, context);
  if (asker === null) throw redirect(await loginPath(request, posted));
  return asker;
}

/** A loader for one account. Its queries run in parallel, each through the same operation as the JSON call. */
export function screen<Q extends Record<string, AnyOperation>>(queries: Q, options: Options = {}) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    try {
      const me = await requireAccount({ request, context });
      const can = abilities(me);
      if (options.needs && !can[options.needs]) throw forbidden();
      const today = periods.dayOf(now());
      const typed = nestFields(new URL(request.url).searchParams);
      const { range = options.range?.(today), header } = await rangeOf(request, options.range !== undefined);
      const values: Values = {
        ...(options.range ? rangeValues(typed, range) : {}),
        ...typed,
        ...hintedRange(typed, range),
      };
      const base = { ...params, ...(options.range ? options.range(today) : {}) };
      const prepared = options.prepare?.(values, { me, today }) ?? values;
      const errors: FieldMessages = {};
      const naming = [...Object.keys(params), ...(options.names ?? [])];
      const tracked = trackAsOf(fromOf(request, context, "page"));
      const whileRefused = () => options.whileRefused?.(errors) ?? {};
      const runQuery = async (operation: AnyOperation): Promise<unknown> => {
        const attempt = (input: Values) => perform(withTextInput(operation), me, input, tracked.from);
        const tries = [
          () => attempt({ ...prepared, ...params }),
          () => attempt({ ...base, ...withoutRejected(errors, { ...prepared, ...params }), ...whileRefused() }),
        ];
        for (const next of tries) {
          try {
            return await next();
          } catch (error) {
            if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
            // A malformed ID in the address is a 404.
            if (naming.some((name) => name in (error.data as FieldMessages))) throw notFound();
            Object.assign(errors, { ...(error.data as FieldMessages), ...errors });
          }
        }
        return attempt({ ...base, ...whileRefused() });
      };
      const operations = Object.values(queries);
      const answers = await performTogether(
        operations,
        operations.map((operation) => () => runQuery(operation)),
      );
      const taken = options.reveals ? await takeRevealed(request, me.accountId) : undefined;
      const screenData: ScreenData = {
        me: { username: me.username, agentId: me.agentId, companyId: me.companyId, officeName: me.officeName },
        can,
        brand: brand(),
        today,
        zone: periods.zoneLabel(now()),
        formId: newToken(16),
        constraint: options.form ? constraintOf(...options.form) : {},
        back: referringPage(request),
        values,
        constraints: Object.fromEntries(
          Object.entries(options.forms ?? {}).map(([name, form]) => [name, constraintOf(...form)]),
        ),
        revealed: taken?.revealed,
        restored: await restored(request, me.accountId),
        errors,
        asOf: tracked.asOf(),
      };
      const headers = new Headers();
      for (const line of [header, taken?.forget]) if (line) headers.append("Set-Cookie", line);
      return data(
        serverOnly({
          ...screenData,
          ...(Object.fromEntries(Object.keys(queries).map((name, i) => [name, answers[i]])) as Answers<Q>),
        }),
        { headers },
      );
    } catch (error) {
      throw refusalPage(error, context.requestId);
    }
  };
}

/** A typed value stays in its field even if it is not a date. The range fills in only when both dates are absent. */
const rangeValues = (typed: Values, range: periods.Range | undefined): Values =>
  typed.start === undefined && typed.end === undefined ? { ...range } : {};

/** A changed hint takes precedence over the dates sent with it. */
const hintedRange = (typed: Values, range: periods.Range | undefined): Values =>
  typed.hint && typed.hint !== typed.hintWas && range ? { ...range } : {};

function withoutRejected(errors: FieldMessages, values: Values): Values {
  const refused = new Set(Object.keys(errors).map((name) => name.split(/[.[]/)[0]));
  if (refused.has("start") || refused.has("end")) refused.add("start").add("end");
  return Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(name)));
}
