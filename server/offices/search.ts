import type { z } from "zod";
import { listable, officesVisible } from "../accounts";
import { query } from "../kernel/operation/operation";
import {
  type Criterion,
  Criteria,
  List,
  type Listing,
  matching,
  orderBy,
  pageOf,
  Paging,
} from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";
import { OfficeOutput, officeColumns, officeOf, type OfficeRow, officeTables } from "./office";

const fields = ["username", "officeName", "active", "hidden", "id"] as const;
const searched: Record<(typeof fields)[number], Statement> = {
  username: sql`username`,
  officeName: sql`office_name`,
  active: sql`active`,
  hidden: sql`accounts.hidden`,
  id: sql`offices.id`,
};

const sortFields = ["officeName", "agentsCount", "sitesCount", "username", "active", "regTime"] as const;
const sorted: Record<(typeof sortFields)[number], Statement> = {
  officeName: sql`lower(office_name)`,
  agentsCount: sql`coalesce(agents_count, 0)`,
  sitesCount: sql`coalesce(sites_count, 0)`,
  username: sql`lower(username)`,
  active: sql`active`,
  regTime: sql`registered_at`,
};

export const OfficePaging = Paging(sortFields, "officeName");
type Asked = z.output<typeof OfficePaging> & { criteria: Criterion<(typeof fields)[number]>[] };

/** Offices by name. Leaves out suspended ones if the admin may not see them. */
export const search = query({
  name: "offices.search",
  does: "list offices",
  allow: atLeast("admin"),
  single: true,
  type: "READ",
  input: OfficePaging.extend({ criteria: Criteria(fields) }),
  output: List(OfficeOutput),
  async run(call, asked) {
    const { found, total } = await findOffices(call.actor, asked, { whole: true });
    return { items: found.map((row) => officeOf(call, row)), total };
  },
});

/** SQL by hand: a page of offices as rows, and the total. */
export async function findOffices(
  actor: Actor,
  asked: Asked,
  { whole }: { whole: boolean },
): Promise<{ found: OfficeRow[]; total: number }> {
  return pageOf<OfficeRow>(officesListing(actor, asked, { whole }), asked);
}

/** Counts are grouped once for all offices, whichever column sorts. A subquery per row would be slower. */
export const officesListing = (
  actor: Actor,
  { criteria, ...asked }: Asked,
  { whole }: { whole: boolean },
): Listing => ({
  columns: officeColumns({ whole }),
  from: officeTables(actor),
  countedIn: sql`offices JOIN accounts ON accounts.id = account_id`,
  where: conditionOf(actor, { criteria }),
  order: orderBy(sorted, asked, sql`offices.id`),
});

const conditionOf = (actor: Actor, { criteria }: Pick<Asked, "criteria">): Statement =>
  all([officesVisible(actor), listable(actor), matching(searched, criteria, ["active", "hidden"])]);
