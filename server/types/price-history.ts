import { z } from "zod";
import { Account, Office, Price } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { limit, List, type Paged } from "../kernel/operation/page";
import { isoTime } from "../kernel/periods";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { type Nullable, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { requireType } from "./type";

const Value = z.union([z.number(), z.boolean(), z.null()]);
/** One change of a price: its scope, its author, its time, and each amount before (null at first) and after. */
export const PriceChange = z.object({
  id: z.int(),
  since: z.string(),
  by: z.string().nullable(),
  of: z.enum(["default", "geo", "office"]),
  geo: z.string().nullable(),
  companyId: z.int().nullable(),
  officeName: z.string().nullable(),
  isFirst: z.boolean(),
  changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
});
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
const amountColumns = selectColumns(Price, AMOUNT_FIELDS);
const versionColumns = selectColumns(Price, ["id", "geo", "companyId"], { from: "versions", as: { at: "since" } });
const authorColumns = selectColumns(Account, [], { as: { by: "username" } });
const officeColumns = selectColumns(Office, ["officeName"]);
type HistoryRow = RowOf<typeof versionColumns> &
  Nullable<RowOf<typeof authorColumns> & RowOf<typeof officeColumns>> & { before: Amounts | null; after: Amounts };

/** SQL by hand: a page of the list, each version beside the previous one. */
export async function readPriceHistory(
  actor: Actor,
  typeId: number,
  paging: Paged,
): Promise<z.output<ReturnType<typeof List<typeof PriceChange>>>> {
  const amounts = sql`jsonb_build_object(${amountColumns.pairs})`;
  const versions = await queryRows<HistoryRow>(sql`
    SELECT ${versionColumns}, ${authorColumns}, ${officeColumns}, before, after
    FROM (
      SELECT *, ${amounts} AS after,
        lag(${amounts}) OVER (PARTITION BY company_id, geo ORDER BY since, id) AS before
      FROM prices WHERE type_id = ${typeId}) AS versions
    LEFT JOIN accounts ON accounts.id = by_account_id
    LEFT JOIN offices ON offices.id = company_id
    ORDER BY since DESC, versions.id DESC ${limit(paging)}`);
  const visibleFields = AMOUNT_FIELDS.filter((name) => hasRole(actor, "superadmin") || !/earning/i.test(name));
  return {
    items: versions.map(({ at, before, after, ...version }) => ({
      ...version,
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
