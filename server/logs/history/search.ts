import { z } from "zod";
import { AuditRow } from "~models";
import { abilities } from "../../accounts";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { Id } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { List, PAGE_SIZE, queryPage } from "../../kernel/operation/page";
import { atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { Change, changesOf, withoutDollars } from "../changes";
import { namesIn } from "./names";
import { findRecord, historyRecords, visibleFields } from "./records";

const columns = selectColumns(AuditRow, ["id", "at", "username", "by"], { from: "audit" });

const HistoryRow = Change.extend({
  id: z.int(),
  at: z.string(),
  /** The account that made the change; null for the server itself. */
  username: z.string().nullable(),
  /** Username of the creator of the link or token that was used, if that is another account. */
  by: z.string().nullable(),
});

/** Every change of one record and its parts, newest first, for accounts that can see the record. */
export const history = query({
  name: "logs.history",
  does: "read the history of records",
  allow: atLeast("company"),
  mayLag: true,
  input: z.object({
    record: z.enum(historyRecords, "Please choose one from the list."),
    id: Id,
    page: z.int("Please enter a page number.").min(1).max(1_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 100.").min(1).max(100).default(PAGE_SIZE),
  }),
  output: List(HistoryRow).extend({
    id: z.int(),
    name: z.string(),
    page: z.int(),
    pageSize: z.int(),
    /** Names for ids in `before` and `after`, by field and id. */
    names: z.record(z.string(), z.record(z.string(), z.string())),
  }),
  async run({ actor }, { record, id, ...paging }) {
    const { name, keys } = await findRecord[record](actor, id);
    const from = sql`audit JOIN (${keys}) AS keys(kind, key) ON record = kind AND record_id = key`;
    const { rows, total } = await queryPage<RowOf<typeof columns>>(
      { columns, from, where: sql`TRUE`, order: sql`ORDER BY audit.id DESC` },
      paging,
    );
    const changes = await changesOf(rows.map((row) => row.id));
    const visible = (of: string, value: unknown) => {
      const fields = visibleFields(actor, of, value);
      return abilities(actor).seeEarning ? fields : withoutDollars(fields);
    };
    const items = rows.flatMap(({ at, ...row }) => {
      const change = changes.get(Number(row.id));
      if (!change) return [];
      const { before, after } = change;
      const states = { before: visible(change.record, before), after: visible(change.record, after) };
      return [{ ...row, ...change, ...states, at: isoTime(at) }];
    });
    return { items, total, id, name, ...paging, names: await namesIn(actor, items) };
  },
});
