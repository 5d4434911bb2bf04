import { z } from "zod";
import { Account, Office, Price } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { limit, List, type Paged } from "../kernel/operation/page";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { type Nullable, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { requireType } from "./type";

const Value = z.union([z.number(), z.boolean(), z.null()]);
/** One change of a price: its scope, its author, its time, and each amount before (null at first) and after. */
export const PriceChange = z
  .object({
    id: z.int(),
    since: z.string(),
    by: z.string().nullable(),
    of: z.enum(["default", "geo", "office"]),
    geo: z.string().nullable(),
    companyId: z.int().nullable(),
    officeName: z.string().nullable(),
    isFirst: z.boolean(),
    /** True if it has not started yet. */
    planned: z.boolean(),
    reason: z.string(),
    /** Set if it was withdrawn before it started: it never applied. */
    withdrawn: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
    changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
  })
  .meta({ id: "PriceChange", description: "A price of a link from its start on, and who set it." });
export type PriceChange = z.output<typeof PriceChange>;

export const HistoryPaging = z.object({
  page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
  pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(50),
});

/** Every change of a link's prices, newest first: the default, countries and offices. */
export const prices = query({
  name: "types.prices",
  does: "read the prices of links",
  allow: atLeast("admin"),
  input: HistoryPaging.extend({ id: Id }),
  output: List(PriceChange),
  async run({ actor }, { id, ...paging }) {
    await requireType(actor, id);
    return readPriceHistory(actor, id, paging);
  },
});

const AMOUNT_FIELDS = ["enabled", "payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
type Amounts = Record<(typeof AMOUNT_FIELDS)[number], number | boolean | null>;
const amountColumns = selectColumns(Price, AMOUNT_FIELDS, { from: "own" });
const versionColumns = selectColumns(Price, ["id", "geo", "companyId", "planned", "reason", "withdrawnAt"], {
  from: "versions",
  as: { at: "since" },
});
const authorColumns = selectColumns(Account, [], { as: { by: "username" } });
const officeColumns = selectColumns(Office, ["officeName"]);
type HistoryRow = RowOf<typeof versionColumns> &
  Nullable<RowOf<typeof authorColumns> & RowOf<typeof officeColumns>> & {
    before: Amounts | null;
    after: Amounts;
    withdrawnBy: string | null;
  };

/** A page of the list, each version beside the one that it follows. */
export async function readPriceHistory(
  actor: Actor,
  typeId: number,
  paging: Paged,
): Promise<z.output<ReturnType<typeof List<typeof PriceChange>>>> {
  const amounts = sql`jsonb_build_object(${amountColumns.pairs})`;
  const versions = await queryRows<HistoryRow>(sql`
    WITH own AS MATERIALIZED (SELECT * FROM prices WHERE type_id = ${typeId})
    SELECT ${versionColumns}, ${authorColumns}, ${officeColumns}, withdrawer.username AS "withdrawnBy", before, after
    FROM (SELECT *, ${amounts} AS after FROM own ORDER BY since DESC, id DESC ${limit(paging)}) AS versions
    LEFT JOIN LATERAL (
      SELECT ${amounts} AS before FROM own
      WHERE own.company_id IS NOT DISTINCT FROM versions.company_id AND own.geo IS NOT DISTINCT FROM versions.geo
        AND own.withdrawn_at IS NULL AND (own.since, own.id) < (versions.since, versions.id)
      ORDER BY own.since DESC, own.id DESC LIMIT 1) AS earlier ON true
    LEFT JOIN accounts ON accounts.id = by_account_id
    LEFT JOIN accounts withdrawer ON withdrawer.id = versions.withdrawn_by
    LEFT JOIN offices ON offices.id = versions.company_id
    ORDER BY versions.since DESC, versions.id DESC`);
  const time = now();
  const visibleFields = AMOUNT_FIELDS.filter((name) => hasRole(actor, "superadmin") || !/earning/i.test(name));
  return {
    items: versions.map(({ at, before, after, planned, withdrawnAt, withdrawnBy, ...version }) => ({
      ...version,
      planned: planned && withdrawnAt === null && at > time,
      withdrawn: withdrawnAt && { at: isoTime(withdrawnAt), by: withdrawnBy },
      since: isoTime(at),
      of: version.companyId !== null ? "office" : version.geo !== null ? "geo" : "default",
      isFirst: before === null,
      changes: visibleFields
        .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }))
        .filter(
          (change) =>
            change.before !== change.after && !(before === null && change.field === "enabled" && change.after),
        ),
    })),
    total: await Price.count({ where: { typeId } }),
  };
}
