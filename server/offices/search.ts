import type { z } from "zod";
import { listable, officesVisible } from "../accounts";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput, type Followed } from "../kernel/operation/cursor";
import {
  type Criterion,
  Criteria,
  List,
  type PageQuery,
  matching,
  orderBy,
  pageOfRow,
  queryPage,
  Paging,
} from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, sql, type Statement } from "../kernel/database/sql";
import { OfficeOutput, officeColumns, toOfficeOutput, type OfficeRow, officeTables } from "./office";

const fields = ["username", "officeName", "active", "hidden", "id"] as const;
const searchColumns: Record<(typeof fields)[number], Statement> = {
  username: sql`username`,
  officeName: sql`office_name`,
  active: sql`active`,
  hidden: sql`accounts.hidden`,
  id: sql`offices.id`,
};

const sortFields = ["officeName", "agentsCount", "sitesCount", "username", "active", "regTime"] as const;
const sortColumns: Record<(typeof sortFields)[number], Statement> = {
  officeName: sql`office_name COLLATE by_name`,
  agentsCount: sql`coalesce(agents_count, 0)`,
  sitesCount: sql`coalesce(sites_count, 0)`,
  username: sql`username COLLATE by_name`,
  active: sql`active`,
  regTime: sql`registered_at`,
};

export const OfficePaging = Paging(sortFields, "officeName");
type SearchInput = z.output<typeof OfficePaging> & { criteria: Criterion<(typeof fields)[number]>[] };

/** Offices by name. Leaves out suspended ones if the admin may not see them. */
export const search = query({
  name: "offices.search",
  does: "list offices",
  allow: atLeast("admin"),
  autocommit: true,
  type: "READ",
  input: OfficePaging.extend({ criteria: Criteria(fields), ...cursorInput }),
  output: List(OfficeOutput).extend(cursorAnswer),
  async run(call, input) {
    const { rows, page: _, ...counted } = await findOffices(call.actor, input, { whole: true });
    return { items: rows.map((row) => toOfficeOutput(call, row)), ...counted };
  },
});

/** A page of offices as rows, and the total. */
export async function findOffices(
  actor: Actor,
  input: SearchInput & { row?: number | undefined; after?: string | undefined },
  { whole }: { whole: boolean },
): Promise<{ rows: OfficeRow[]; total: number; page: number } & Followed> {
  const listing = officesListing(actor, input, { whole });
  const page = await pageOfRow(listing, sql`offices.id`, input);
  return { ...(await queryPage<OfficeRow>(listing, { ...input, page })), page };
}

/** Counts are grouped once for all offices, whichever column sorts. A subquery per row would be slower. */
export const officesListing = (
  actor: Actor,
  { criteria, ...paging }: SearchInput,
  { whole }: { whole: boolean },
): PageQuery => ({
  columns: officeColumns({ whole }),
  from: officeTables(actor),
  countFrom: sql`offices JOIN accounts ON accounts.id = account_id`,
  where: searchCondition(actor, { criteria }),
  order: orderBy(sortColumns, paging, sql`offices.id`),
  cursor: { name: "offices", id: sql`offices.id` },
});

const searchCondition = (actor: Actor, { criteria }: Pick<SearchInput, "criteria">): Statement =>
  all([
    officesVisible(actor),
    listable(actor),
    matching(searchColumns, criteria, { flags: ["active", "hidden"], names: ["officeName"] }),
  ]);
