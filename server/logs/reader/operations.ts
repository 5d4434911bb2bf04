import { z } from "zod";
import { abilities } from "../../accounts";
import { PeriodChoice, Text } from "../../kernel/operation/input";
import { stream } from "../../kernel/operation/operation";
import { List } from "../../kernel/operation/page";
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

type Found<C extends LogColumns> = { items: RowOf<C>[]; total: number; totalIsEstimate?: true; cutOffAt?: string };

/** A page of rows for a JSON call. */
export async function searchLog<C extends LogColumns, F extends LogFilters>(
  log: DefinedLog<C, F>,
  actor: Actor,
  criteria: CriteriaInput,
): Promise<Found<C>> {
  const { question } = await log.check(actor, criteria);
  const { items, total, totalIsEstimate, cutOffAt } = await readLog(log, question);
  return {
    items: await log.rows(actor, items),
    total,
    ...(totalIsEstimate ? { totalIsEstimate } : {}),
    ...(cutOffAt ? { cutOffAt: isoTime(cutOffAt) } : {}),
  };
}

/** The input and the answer of a search that may be a feed. The answer has both keys with `after` only. */
export const feedInput = { after: Text(100).optional() };
export const feedAnswer = { next: z.string().optional(), more: z.boolean().optional() };

/** The same, or with `after` the rows that follow it in the order in which they were stored. */
export async function followLog<C extends LogColumns, F extends LogFilters>(
  log: DefinedLog<C, F>,
  actor: Actor,
  { after, ...criteria }: CriteriaInput,
  read: FeedReader<RecordOf<C>>,
): Promise<Found<C> & { next?: string; more?: boolean }> {
  if (after === undefined) return searchLog(log, actor, criteria);
  const { question } = await log.check(actor, criteria);
  const { records, ...continued } = await read(log, question, { ...criteria, after });
  return { items: await log.rows(actor, records), total: records.length, ...continued };
}

/** The answer of a screen. */
export const LogScreen = <Row extends z.ZodType>(row: Row) =>
  List(row).extend({
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
