import { z } from "zod";
import { Account, Office, Price } from "~models";
import { rows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { limit, List, type Paged } from "../kernel/operation/page";
import { isoTime } from "../kernel/periods";
import { type Actor, atLeast, reaches } from "../kernel/operation/roles";
import { type Nullable, type RowOf, selected, sql } from "../kernel/database/sql";
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

export const TimeLinePage = z.object({
  page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
  pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(50),
});

/** Every change of a link's prices, newest first: the default, countries and offices. */
export const prices = query({
  name: "types.prices",
  does: "read the prices of links",
  allow: atLeast("admin"),
  input: TimeLinePage.extend({ id: Id }),
  output: List(PriceChange),
  async run({ actor }, { id, ...asked }) {
    await requireType(actor, id);
    return timeLine(actor, id, asked);
  },
});

const NAMES = ["enabled", "payout", "earning", "lpp", "bonusPayout", "bonusEarning", "bonusLpp"] as const;
type Amounts = Record<(typeof NAMES)[number], number | boolean | null>;
const ofAmounts = selected(Price, NAMES);
const ofVersion = selected(Price, ["id", "geo", "companyId"], { from: "versions", as: { at: "since" } });
const ofAuthor = selected(Account, [], { as: { by: "username" } });
const ofOffice = selected(Office, ["officeName"]);
type Found = RowOf<typeof ofVersion> &
  Nullable<RowOf<typeof ofAuthor> & RowOf<typeof ofOffice>> & { before: Amounts | null; after: Amounts };

/** SQL by hand: a page of the list, each version beside the previous one. */
export async function timeLine(
  actor: Actor,
  typeId: number,
  asked: Paged,
): Promise<z.output<ReturnType<typeof List<typeof PriceChange>>>> {
  const amounts = sql`jsonb_build_object(${ofAmounts.pairs})`;
  const found = await rows<Found>(sql`
    SELECT ${ofVersion}, ${ofAuthor}, ${ofOffice}, before, after
    FROM (
      SELECT *, ${amounts} AS after,
        lag(${amounts}) OVER (PARTITION BY company_id, geo ORDER BY since, id) AS before
      FROM prices WHERE type_id = ${typeId}) AS versions
    LEFT JOIN accounts ON accounts.id = by_account_id
    LEFT JOIN offices ON offices.id = company_id
    ORDER BY since DESC, versions.id DESC ${limit(asked)}`);
  const shown = NAMES.filter((name) => reaches(actor, "superadmin") || !/earning/i.test(name));
  return {
    items: found.map(({ at, before, after, ...version }) => ({
      ...version,
      since: isoTime(at),
      of: version.companyId !== null ? "office" : version.geo !== null ? "geo" : "default",
      isFirst: before === null,
      changes: shown
        .map((field) => ({ field, before: before?.[field] ?? null, after: after[field] }))
        .filter(
          (change) =>
            change.before !== change.after && !(before === null && change.field === "enabled" && change.after),
        ),
    })),
    total: await Price.count({ where: { typeId } }),
  };
}
