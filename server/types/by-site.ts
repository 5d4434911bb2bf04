import { z } from "zod";
import { Site, Type } from "~models";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { invalid, noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole, type RoleName } from "../kernel/operation/roles";
import { nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { findPricedTypes, TypeOutput } from "./type";

/** Below admin, a link has only its name. */
const LinkListItem = TypeOutput.partial().required({ id: true, siteId: true, typename: true });

/** Sortable columns, and the lowest role that sees them. */
const sortColumns: Record<string, { column: Statement; from: RoleName }> = {
  typename: { column: sql`typename COLLATE by_name`, from: "agent" },
  url: { column: sql`url`, from: "admin" },
  payout: { column: sql`payout`, from: "admin" },
  bonusPayout: { column: sql`CASE WHEN bonus THEN bonus_payout END`, from: "admin" },
  lpp: { column: sql`lpp`, from: "admin" },
  status: { column: sql`active`, from: "admin" },
  bbrCh: { column: sql`bbr_ch`, from: "admin" },
  earning: { column: sql`earning`, from: "superadmin" },
  bonusEarning: { column: sql`CASE WHEN bonus THEN bonus_earning END`, from: "superadmin" },
};
const NOT_SORTABLE = "This column cannot be sorted.";

export const BySiteInput = z.object({
  siteId: Id,
  sortField: z.enum(Object.keys(sortColumns), NOT_SORTABLE).default("typename"),
  sortAsc: z.boolean("Please choose yes or no.").default(true),
});

/** A site's links by name: only names below admin, with prices for admins, with earnings for superadmins. */
export const bySite = query({
  name: "types.bySite",
  does: "list the links of a site",
  allow: atLeast("agent"),
  input: BySiteInput,
  output: z.array(LinkListItem),
  async run({ actor }, { siteId, ...sort }) {
    const order = orderOf(actor, sort);
    const { include } = Site.visibleTo(actor);
    if (!(await Site.findOne({ attributes: ["id"], include, where: { id: siteId } }))) throw noSuch("site");
    return hasRole(actor, "admin") ? sortedTypes(actor, siteId, order) : typesOfSite(siteId, order);
  },
});

/** A site's links with their prices. `order` must come from `orderOf`. */
export const sortedTypes = (actor: Actor, siteId: number, order: Statement): Promise<TypeOutput[]> =>
  findPricedTypes(actor, sql`site_id = ${siteId}`, sql`ORDER BY ${order}`);

/** Throws 422 for a column that the account cannot see. */
export function orderOf(actor: Actor, { sortField, sortAsc }: { sortField: string; sortAsc: boolean }): Statement {
  const sort = sortColumns[sortField];
  if (!sort || !hasRole(actor, sort.from)) throw invalid({ sortField: [NOT_SORTABLE] });
  const direction = sortAsc ? nothing : sql`DESC NULLS LAST`;
  return sql`${sort.column} ${direction}, types.id ${sortAsc ? nothing : sql`DESC`}`;
}

const columns = selectColumns(Type, ["id", "siteId", "typename"]);

/** Id and name of a site's links. The caller has checked that the account can see the site. */
export function typesOfSite(
  siteId: number,
  order: Statement = sql`typename COLLATE by_name, types.id`,
): Promise<RowOf<typeof columns>[]> {
  return queryRows(sql`SELECT ${columns} FROM types WHERE site_id = ${siteId} ORDER BY ${order}`);
}
