import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { periods } from "~/gate.server";
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
  Refusal,
  suggestPassword,
  time,
  withTextInput,
  nestFields,
} from "~/gate.server";
import { isRefused } from "~/components/form/criteria";
import { requireAccount } from "./account.server";
import { logRefusedPage } from "./actor.server";
import { trackAsOf } from "./as-of.server";
import { constraintOf } from "./constraint.server";
import { fromOf } from "./from.server";
import { type Restored, restored } from "./forms/kept-form.server";
import { baseOf } from "./forms/merge.server";
import { rangeOf } from "./range.server";
import { refusalPage } from "./refusal.server";
import { takeRevealed } from "./calls/reveal.server";
import { referringPage } from "./return-url";
import { viewsOf } from "./saved-views.server";
import { serverOnly } from "./server-only";

export type Values = Record<string, unknown>;

/** The operation of a form, the fields that may not be left empty in it, and the record that it edits. */
type FormOf<Q extends Record<string, AnyOperation>> = readonly [
  operation: AnyOperation,
  required?: readonly string[],
  record?: (answers: Answers<Q>) => object | null | undefined,
];

type Options<Q extends Record<string, AnyOperation>> = {
  /** Present if the screen has a date range. Returns the default used when neither query nor session has one. */
  range?: (today: time.Day) => periods.Range;
  /** The ability that the screen needs when none of its queries refuses by itself. */
  needs?: keyof Abilities;
  /** The forms of a screen that has several. */
  forms?: Readonly<Record<string, FormOf<Q>>>;
  /** The forms of a list's rows, by the id of their row. */
  rows?: readonly [operation: AnyOperation, records: (answers: Answers<Q>) => ReadonlyMap<number, object>];
  /** The screen shows a secret revealed by the preceding act. */
  reveals?: boolean;
  /** The screen's form. */
  form?: FormOf<Q>;
  /** Query fields that identify the screen, like path parameters. An invalid value is a 404. */
  names?: readonly string[];
  /** Input that replaces what a refused query would compute, from the messages of its fields. */
  whileRefused?: (errors: FieldMessages) => Values;
  /** Maps the query's values to the operations' input (defaults of the screen, fields matched on the server). */
  prepare?: (values: Values, known: { me: Actor; today: time.Day }) => Values;
};

type Answers<Q extends Record<string, AnyOperation>> = { [K in keyof Q]: z.output<Q[K]["output"]> };

/** The data that every screen receives besides its own queries. */
export type ScreenData = {
  me: Pick<Actor, "username" | "agentId" | "companyId" | "officeName"> & { secondStepUntil: time.Day | null };
  can: Abilities;
  brand: ReturnType<typeof brand>;
  today: time.Day;
  zone: "EST" | "EDT";
  /** The idempotency key for the forms on the page. */
  formId: string;
  /** The browser-side constraints of the screen's form. */
  constraint: ReturnType<typeof constraintOf>;
  /** The referring page in the product, so that a form can return to a list as it was. */
  back: string | undefined;
  /** The query as typed, with the effective range, to fill in the criteria. */
  values: Values;
  /** The values of the form's record now (`merge.server.ts`). */
  base: string | undefined;
  /** The same for the form of each row, by the row's id. */
  bases: Record<number, string>;
  /** The browser-side constraints of each form of the screen. */
  constraints: Record<string, ReturnType<typeof constraintOf>>;
  /** For forms that set a password: one to use, and the address to sign in at. */
  newPassword: { suggestion: string; address: string };
  /** The secret revealed by the preceding act. */
  revealed: unknown;
  /** Messages for the invalid fields of the query. */
  errors: FieldMessages;
  /** The views of the screen, if it can be saved as one. */
  views: Awaited<ReturnType<typeof viewsOf>>;
  /** A form posted after its session had ended, shown like a refused one (`withRestoredForm`). */
  restored: Restored | undefined;
  /** The time of the data (milliseconds since 1970) if a replica served it; with several answers, the oldest. */
  asOf: number | undefined;
};

/** A loader for one account. Its queries run in parallel, each through the same operation as the JSON call. */
export function screen<Q extends Record<string, AnyOperation>>(queries: Q, options: Options<Q> = {}) {
  return async ({ request, params, context }: LoaderFunctionArgs) => {
    try {
      const me = await requireAccount({ request, context });
      const can = abilities(me);
      if (options.needs && !can[options.needs]) throw forbidden();
      const today = time.dayOf(now());
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
      const runs = operations.map((operation) => () => runQuery(operation));
      const [answers, views] = await Promise.all([
        performTogether(operations, runs),
        viewsOf({ request, context }, me),
      ]);
      const shown = isRefused(errors) ? answers.map(withoutRows) : answers;
      const named = Object.fromEntries(Object.keys(queries).map((name, i) => [name, shown[i]])) as Answers<Q>;
      const shownPage = pageOfShownRow(request.url, named);
      if (shownPage !== undefined) throw redirect(shownPage);
      const taken = options.reveals ? await takeRevealed(request, context, me.accountId) : undefined;
      const screenData: ScreenData = {
        me: meOf(me),
        can,
        brand: brand(),
        today,
        zone: time.zoneLabel(now()),
        formId: newToken(16),
        constraint: options.form ? constraintOf(options.form[0], options.form[1]) : {},
        base: await baseOfForms([options.form, ...Object.values(options.forms ?? {})], named),
        bases: await basesOf(options.rows, named),
        back: referringPage(request),
        values,
        constraints: Object.fromEntries(
          Object.entries(options.forms ?? {}).map(([name, form]) => [name, constraintOf(form[0], form[1])]),
        ),
        newPassword: { suggestion: suggestPassword(), address: new URL("/login", request.url).href },
        revealed: taken?.revealed,
        restored: await restored(request, me.accountId),
        errors,
        views,
        asOf: tracked.asOf(),
      };
      const headers = new Headers();
      for (const line of [header, taken?.forget]) if (line) headers.append("Set-Cookie", line);
      return data(serverOnly({ ...screenData, ...named }), { headers });
    } catch (error) {
      await logRefusedPage(error, request, context);
      throw refusalPage(error, context.requestId);
    }
  };
}

const meOf = ({ username, agentId, companyId, officeName, secondStepUntil = null }: Actor): ScreenData["me"] => ({
  ...{ username, agentId, companyId, officeName, secondStepUntil },
});

/**
 * The address of the page that shows the row named by the query (`row`). Only the redirect after a save names one: the
 * links of the list would keep it. Browsers carry the fragment, which marks the row, over to the new address.
 */
function pageOfShownRow(url: string, answers: Values): string | undefined {
  const { pathname, searchParams } = new URL(url);
  const lists = Object.values(answers).map((answer) => (answer as { asked?: Values } | null)?.asked);
  const list = lists.find((asked) => asked?.row !== undefined);
  if (!list || !searchParams.has("row")) return undefined;
  searchParams.delete("row");
  if (list.page !== 1) searchParams.set("page", String(list.page));
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

/** Of several forms, a role has the record of one. */
async function baseOfForms<Q extends Record<string, AnyOperation>>(
  forms: readonly (FormOf<Q> | undefined)[],
  answers: Answers<Q>,
): Promise<string | undefined> {
  for (const [operation, , recordOf] of forms.filter((form) => form !== undefined)) {
    const record = recordOf?.(answers);
    if (record) return baseOf(operation, record);
  }
  return undefined;
}

async function basesOf<Q extends Record<string, AnyOperation>>(
  rows: Options<Q>["rows"],
  answers: Answers<Q>,
): Promise<Record<number, string>> {
  if (!rows) return {};
  const [operation, recordsOf] = rows;
  const bases = [...recordsOf(answers)].map(async ([id, record]) => [id, await baseOf(operation, record)] as const);
  return Object.fromEntries(await Promise.all(bases));
}

/** A typed value stays in its field even if it is not a date. The range fills in only when both dates are absent. */
const rangeValues = (typed: Values, range: periods.Range | undefined): Values =>
  typed.start === undefined && typed.end === undefined ? { ...range } : {};

/** A changed hint takes precedence over the dates sent with it. */
const hintedRange = (typed: Values, range: periods.Range | undefined): Values =>
  typed.hint && typed.hint !== typed.hintWas && range ? { ...range } : {};

/** A list without rows. Those found without the rejected criteria are not the ones that were asked for. */
function withoutRows(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || !("items" in answer && "total" in answer)) return answer;
  return { ...answer, items: [], total: 0, next: undefined, cutOffAt: undefined, sortedAmong: undefined };
}

function withoutRejected(errors: FieldMessages, values: Values): Values {
  const refused = new Set(Object.keys(errors).map((name) => name.split(/[.[]/)[0]));
  if (refused.has("start") || refused.has("end")) refused.add("start").add("end");
  return Object.fromEntries(Object.entries(values).filter(([name]) => !refused.has(name)));
}
