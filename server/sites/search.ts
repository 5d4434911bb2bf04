import { z } from "zod";
import { sitesVisible } from "../accounts";
import { SearchText, Status } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput, type Followed } from "../kernel/operation/cursor";
import {
  type Criterion,
  Criteria,
  List,
  matching,
  orderBy,
  pageOfRow,
  queryPage,
  Paging,
  ShownRow,
} from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, likePattern, sql, type Statement } from "../kernel/database/sql";
import { folded } from "../kernel/text/characters";
import { CATEGORIES, listableSites, SiteListItem, siteColumns, type SiteRow, siteTables } from "./site";

const fields = ["sitename", "type", "status", "id"] as const;
type Field = (typeof fields)[number];
const searchColumns: Record<Field, Statement> = {
  sitename: sql`sitename`,
  type: sql`type`,
  status: sql`active`,
  id: sql`sites.id`,
};

const sortFields = ["sitename", "type", "status", "typeCount"] as const;
const sortColumns: Record<(typeof sortFields)[number], Statement> = {
  sitename: sql`sitename COLLATE by_name`,
  type: sql`type`,
  status: sql`active`,
  typeCount: sql`coalesce(type_counts.count, 0)`,
};

const SitePaging = Paging(sortFields, "sitename");
type SearchInput = z.output<typeof SitePaging> & { criteria: Criterion<Field>[] };

/** Sites by name. Leaves out suspended ones if the admin may not see them. */
export const search = query({
  name: "sites.search",
  does: "list sites",
  allow: atLeast("admin"),
  autocommit: true,
  type: "READ",
  input: SitePaging.extend({ criteria: Criteria(fields), ...cursorInput }),
  output: List(SiteListItem).extend(cursorAnswer),
  run: ({ actor }, input) => findSites(actor, input),
});

const ScreenInput = SitePaging.extend({
  ...ShownRow.shape,
  sitename: SearchText(128).optional(),
  type: z.enum(CATEGORIES, "Please choose one from the list.").optional(),
  status: Status.optional(),
});
const Row = SiteListItem.pick({
  id: true,
  sitename: true,
  type: true,
  typeCount: true,
  active: true,
  hidden: true,
});

/** The sites' list. Searching finds part of a name anywhere in it. */
export const listScreen = query({
  name: "sites.listScreen",
  does: "list sites",
  allow: atLeast("admin"),
  autocommit: true,
  input: ScreenInput,
  output: z.object({ sites: List(Row), asked: ScreenInput, categories: z.array(z.string()) }),
  async run({ actor }, input) {
    const { sitename, type, status, ...paging } = input;
    const criteria: Criterion<Field>[] = [];
    if (sitename)
      criteria.push({ field: "sitename", operator: "AND", comparison: "LIKE", value: likePattern(folded(sitename)) });
    if (type) criteria.push({ field: "type", operator: "AND", comparison: "=", value: type });
    if (status !== undefined) criteria.push({ field: "status", operator: "AND", comparison: "=", value: status });
    const { page, ...sites } = await findSites(actor, { ...paging, criteria });
    return { sites, asked: { ...input, page }, categories: [...CATEGORIES] };
  },
});

/** A page of the list with its counts. */
async function findSites(
  actor: Actor,
  { criteria, ...query }: SearchInput & { row?: number | undefined; after?: string | undefined },
): Promise<{ items: SiteRow[]; total: number; page: number } & Followed> {
  const listing = {
    columns: siteColumns(actor),
    from: siteTables,
    countFrom: sql`sites`,
    where: all([
      sitesVisible(actor),
      listableSites(actor),
      matching(searchColumns, criteria, { flags: ["status"], names: ["sitename"] }),
    ]),
    order: orderBy(sortColumns, query, sql`sites.id`),
    cursor: { name: "sites", id: sql`sites.id` },
  };
  const page = await pageOfRow(listing, sql`sites.id`, query);
  const { rows, ...counted } = await queryPage<SiteRow>(listing, { ...query, page });
  return { items: rows, ...counted, page };
}
