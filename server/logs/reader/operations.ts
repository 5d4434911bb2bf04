import { z } from "zod";
import { abilities, ownRows } from "../../accounts";
import { all, sql, type Statement } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { PeriodChoice } from "../../kernel/operation/input";
import { query, stream } from "../../kernel/operation/operation";
import type { Followed } from "../../kernel/operation/cursor";
import { EstimatedList, totalOrNull } from "../../kernel/operation/page";
import { noSuch } from "../../kernel/operation/refusal";
import type { Actor } from "../../kernel/operation/roles";
import { dayOf, isoTime } from "../../kernel/time";
import { now } from "../../kernel/time/now";
import { Choices, choicesFor } from "../choices";
import { isVisible, type LogColumns, type RecordOf, type RowOf } from "./columns";
import type { CriteriaInput, LogFilters } from "./criteria";
import { csvLog } from "./csv";
import type { DefinedLog } from "./define-log";
import type { FeedReader } from "./feed";
import { readLog } from "./read";

/** The parts of a query that reads the log. */
export const reading = ({ does, allow }: Pick<DefinedLog, "does" | "allow">, name: string) => ({
  name,
  does,
  allow,
  mayLag: true,
  heavy: true,
});

type Found<C extends LogColumns> = {
  items: RowOf<C>[];
  total: number | null;
  hasMore?: boolean;
  cutOffAt?: string;
};

/** A page of rows for a JSON call. */
export async function searchLog<C extends LogColumns, F extends LogFilters>(
  log: DefinedLog<C, F>,
  actor: Actor,
  criteria: CriteriaInput,
): Promise<Found<C>> {
  const { question } = await log.check(actor, criteria);
  const { items, cutOffAt, next, hasMore = next !== undefined, ...counted } = await readLog(log, question);
  return {
    items: await log.rows(actor, items),
    ...totalOrNull(counted, hasMore),
    ...(cutOffAt ? { cutOffAt: isoTime(cutOffAt) } : {}),
  };
}

/**
 * One row by its ID, as its log answers it. `isRow` is undefined for a text that is not an ID. Throws 404 for a row that does
 * not exist or that the account may not see.
 */
export const oneOf = <C extends LogColumns, F extends LogFilters, I extends z.ZodType>(
  log: DefinedLog<C, F>,
  {
    id,
    record,
    isRow,
    ...named
  }: {
    name: string;
    does: string;
    id: I;
    record: string;
    isRow: (id: z.output<I>) => Statement | undefined;
  },
) =>
  query({
    ...named,
    allow: log.allow,
    input: z.object({ id }),
    output: log.Row as unknown as z.ZodType<RowOf<C>, RowOf<C>>,
    async run({ actor }, input) {
      const isFound = isRow((input as { id: z.output<I> }).id);
      const found = isFound
        ? await queryRows<RecordOf<C>>(sql`
            SELECT ${log.select} FROM ${log.table} l ${log.joins}
            WHERE ${all([isFound, ownRows(actor, log)])} LIMIT 1`)
        : [];
      const [row] = await log.rows(actor, found);
      if (!row) throw noSuch(record);
      return row;
    },
  });

/** The same, or with `after` the rows that follow it, in the order of the reader. */
export async function followLog<C extends LogColumns, F extends LogFilters>(
  log: DefinedLog<C, F>,
  actor: Actor,
  { after, ...criteria }: CriteriaInput,
  read: FeedReader<RecordOf<C>>,
): Promise<Found<C> & Followed> {
  if (after === undefined) return searchLog(log, actor, criteria);
  const { question } = await log.check(actor, criteria);
  const { records, ...continued } = await read(log, question, { ...criteria, after });
  return { items: await log.rows(actor, records), total: records.length, ...continued };
}

/** The answer of a screen. */
export const LogScreen = <Row extends z.ZodType>(row: Row) =>
  EstimatedList(row).extend({
    page: z.int(),
    pageSize: z.int(),
    sortField: z.string(),
    sortAsc: z.boolean(),
    next: z.string().optional(),
    sortedAmong: z.int().optional(),
    /** The search stopped at this time: older rows (newer ones if sorted oldest first) were not read. */
    cutOffAt: z.string().optional(),
    /** The username of the chosen agent, for the form, whether the request had the username or the id. */
    agent: z.string().optional(),
    /** The columns with a heading that the account may see. */
    columns: z.array(z.object({ key: z.string(), label: z.string(), sort: z.boolean() })),
    choices: Choices,
    hints: z.array(PeriodChoice),
  });

/** A page of rows with the parts of its screen. */
export async function openLog<C extends LogColumns, F extends LogFilters>(
  log: DefinedLog<C, F>,
  actor: Actor,
  form: CriteriaInput,
) {
  const can = abilities(actor);
  const { question, chosen } = await log.check(actor, form);
  const { items, cutOffAt, ...counted } = await readLog(log, question);
  const { page, pageSize, sortField, sortAsc } = question;
  const columns = Object.entries(log.columns).flatMap(([key, column]) =>
    column.label !== undefined && isVisible(column, can)
      ? [{ key, label: column.label, sort: column.sort !== undefined }]
      : [],
  );
  return {
    items: await log.rows(actor, items),
    ...counted,
    cutOffAt: cutOffAt && isoTime(cutOffAt),
    page,
    pageSize,
    sortField,
    sortAsc,
    columns,
    agent: chosen.agent,
    choices: await choicesFor(actor, form.companyId, log.filters.siteId !== undefined),
    hints: log.hints(dayOf(now())),
  };
}

/** All rows of a log as CSV. */
export const exportOf = <C extends LogColumns, F extends LogFilters>(
  log: DefinedLog<C, F>,
  { file, ...named }: { name: string; does: string; file: string },
) =>
  stream({
    ...named,
    allow: log.allow,
    type: "EXPORT",
    mayLag: true,
    heavy: true,
    input: log.Form,
    run: (call, form) => csvLog(call, log, form as unknown as CriteriaInput, file),
  });
