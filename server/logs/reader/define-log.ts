import { z } from "zod";
import { type Abilities, abilities } from "../../accounts";
import { column, Selection, sql, Statement } from "../../kernel/database/sql";
import { Flag, type PeriodChoice } from "../../kernel/operation/input";
import type { Actor, Rule } from "../../kernel/operation/roles";
import { type Day, isoTime } from "../../kernel/time";
import {
  type ComputedOf,
  isVisible,
  type LogColumn,
  type LogColumns,
  type RecordOf,
  type RowOf,
  type RowSchema,
} from "./columns";
import { checkCriteria, type Chosen, type CriteriaInput, LogCriteria, type LogFilters, ScreenFields } from "./criteria";
import type { Log } from "./log";
import type { Question } from "./question";
import type { Tally } from "./tally";

type Definition<C extends LogColumns, F extends LogFilters> = {
  /** Completes "You may not …". */
  does: string;
  allow: Rule;
  model: { tableName: string; getAttributes(): Record<string, { field?: string }> };
  idType: Log["idType"];
  timeField: keyof C & string;
  /** The rows of the table that the log consists of. Default: all. */
  only?: Statement;
  joins: Statement | (() => Statement);
  columns: C;
  /** The filters beside the days, the office and the agent. */
  filters: F;
  /** The name and the description of a row in the OpenAPI document. */
  row?: { id: string; description: string };
  /** Returns a function with the computed values of a row. */
  compute?: (actor: Actor, records: readonly RecordOf<C>[]) => Compute<C> | Promise<Compute<C>>;
  /** The column that sorts unless another one is chosen. Default: the time. */
  sortFirst?: (can: Abilities) => keyof C & string;
  /** Counts of rows by day. Only for questions without an indexed filter. */
  tally?: (actor: Actor, filters: CriteriaInput, chosen: Chosen) => Tally | undefined;
  /** The periods that the screen proposes. */
  hints: (today: Day) => z.output<typeof PeriodChoice>[];
};
type Compute<C extends LogColumns> = (record: RecordOf<C>) => ComputedOf<C>;

type CriteriaSchema<F extends LogFilters> = z.ZodObject<
  ReturnType<typeof LogCriteria>["shape"] & { [K in keyof F]: F[K]["input"] }
>;
type FormSchema<F extends LogFilters> = z.ZodObject<
  Omit<CriteriaSchema<F>["shape"], keyof typeof ScreenFields> & typeof ScreenFields
>;

export type DefinedLog<C extends LogColumns = LogColumns, F extends LogFilters = LogFilters> = Log<RecordOf<C>> &
  Pick<Definition<C, F>, "does" | "allow" | "columns" | "filters" | "hints"> & {
    Row: RowSchema<C>;
    /** The input of the search. */
    Criteria: CriteriaSchema<F>;
    /** The input of the screen and the export. */
    Form: FormSchema<F>;
    /** Builds the question to the log. Throws like `checkCriteria`. */
    check(actor: Actor, input: CriteriaInput): Promise<{ question: Question; chosen: Chosen }>;
    /** The rows as the account may see them. */
    rows(actor: Actor, records: readonly RecordOf<C>[]): Promise<RowOf<C>[]>;
  };

/** A log from its columns and filters: the SELECT, the sort fields, the schemas of input and rows, and who sees what. */
export function defineLog<const C extends LogColumns, const F extends LogFilters>(
  definition: Definition<C, F>,
): DefinedLog<C, F> {
  const { does, allow, columns, filters, hints } = definition;
  const log = sourceOf(definition);
  return Object.assign(log, {
    does,
    allow,
    columns,
    filters,
    hints,
    ...schemasOf(definition, Object.keys(log.sorts)),
    check: checkOf(definition, log),
    rows: rowsOf(definition),
  });
}

function sourceOf<C extends LogColumns, F extends LogFilters>(definition: Definition<C, F>): Log<RecordOf<C>> {
  const { model, idType, timeField, joins, columns } = definition;
  const valueOf = (name: string): Statement => {
    const from = columns[name]?.from ?? name;
    return from instanceof Statement ? from : later(() => `l.${column(model, from).text}`);
  };
  const sorts = Object.entries(columns).flatMap(([name, { sort }]) =>
    sort === undefined ? [] : [[name, sortOf(sort, valueOf(name))] as const],
  );
  const selected = Object.keys(columns).filter((name) => columns[name]?.from !== null);
  return {
    table: later(() => model.tableName),
    time: valueOf(timeField),
    timeField,
    idType,
    agent: sql`l.agent_id`,
    company: sql`l.company_id`,
    sorts: Object.fromEntries(sorts),
    select: new Selection(() => selected.map((name) => ({ expression: valueOf(name).text, name }))),
    get joins() {
      return typeof joins === "function" ? joins() : joins;
    },
  };
}

function sortOf(sort: true | "name" | Statement, value: Statement): Statement {
  if (sort === "name") return sql`(${value}) COLLATE by_name`;
  return sort === true ? value : sort;
}

/** The name of a table or column. Read on first use, because models are defined later. */
const later = (text: () => string): Statement =>
  new Selection(
    () => [{ expression: text(), name: "" }],
    ({ expression }) => expression,
  );

function schemasOf<C extends LogColumns, F extends LogFilters>(
  { columns, filters, timeField, row, sortFirst }: Definition<C, F>,
  sortFields: readonly string[],
) {
  const shared = LogCriteria(sortFields, timeField);
  const Criteria = shared.extend({
    ...(sortFirst ? { sortField: shared.shape.sortField.unwrap().optional(), sortAsc: Flag.optional() } : {}),
    ...Object.fromEntries(Object.entries(filters).map(([name, { input }]) => [name, input])),
  });
  const listed = Object.entries(columns).filter(([, { internal }]) => !internal);
  const Row = z.object(
    Object.fromEntries(listed.map(([name, { type, sees }]) => [name, sees ? type.optional() : type])),
  );
  return {
    Row: (row ? Row.meta(row) : Row) as unknown as RowSchema<C>,
    Criteria: Criteria as unknown as CriteriaSchema<F>,
    Form: Criteria.extend(ScreenFields) as unknown as FormSchema<F>,
  };
}

function checkOf<C extends LogColumns, F extends LogFilters>(
  { columns, filters, timeField, only, sortFirst, tally }: Definition<C, F>,
  log: Log,
): DefinedLog["check"] {
  return async (actor, input) => {
    const can = abilities(actor);
    const { sortField = sortFirst?.(can) ?? timeField, sortAsc = sortField !== timeField } = input;
    const hidden = Object.keys(columns).filter((name) => !isVisible(columns[name] as LogColumn, can));
    const sorted = { ...input, sortField, sortAsc };
    const { question, chosen } = await checkCriteria(actor, { ...log, filters, only }, sorted, hidden);
    return { question: question.selective ? question : { ...question, tally: tally?.(actor, input, chosen) }, chosen };
  };
}

type Values = Record<string, unknown>;

function rowsOf<C extends LogColumns, F extends LogFilters>({ columns, compute }: Definition<C, F>) {
  return async (actor: Actor, records: readonly RecordOf<C>[]): Promise<RowOf<C>[]> => {
    const can = abilities(actor);
    const visible = Object.entries(columns).filter(([, its]) => isVisible(its, can));
    const computed = await compute?.(actor, records);
    return records.map((record) => {
      const [selected, more] = [record as Values, (computed?.(record) ?? {}) as Values];
      const row: Values = {};
      // Keys are added one by one: spreading creates a dictionary-mode object, at a twentieth of the page's CPU.
      for (const [name, { from, time }] of visible) {
        const value = from === null ? more[name] : selected[name];
        row[name] = time && value ? isoTime(value as Date) : value;
      }
      return row as RowOf<C>;
    });
  };
}
