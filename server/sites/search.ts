import { z } from "zod";
import { sitesVisible } from "../accounts";
import { Status, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Criterion, Criteria, List, matching, orderBy, pageOf, Paging } from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { all, containing, sql, type Statement } from "../kernel/database/sql";
import { CATEGORIES, listableSites, ListedSite, siteColumns, type SiteRow, siteTables } from "./site";

const fields = ["sitename", "type", "status", "id"] as const;
type Field = (typeof fields)[number];
const searched: Record<Field, Statement> = {
  sitename: sql`sitename`,
  type: sql`type`,
  status: sql`active`,
  id: sql`sites.id`,
};

const sortFields = ["sitename", "type", "status", "typeCount"] as const;
const sorted: Record<(typeof sortFields)[number], Statement> = {
  sitename: sql`lower(sitename)`,
  type: sql`type`,
  status: sql`active`,
  typeCount: sql`coalesce(type_counts.count, 0)`,
};

const SitePaging = Paging(sortFields, "sitename");
type Asked = z.output<typeof SitePaging> & { criteria: Criterion<Field>[] };

/** Sites by name. Leaves out suspended ones if the admin may not see them. */
export const search = query({
  name: "sites.search",
  does: "list sites",
  allow: atLeast("admin"),
  single: true,
  type: "READ",
  input: SitePaging.extend({ criteria: Criteria(fields) }),
  output: List(ListedSite),
  run: ({ actor }, asked) => foundSites(actor, asked),
});

const Typed = SitePaging.extend({
  sitename: Text(128).optional(),
  type: z.enum(CATEGORIES, "Please choose one from the list.").optional(),
  status: Status.optional(),
});
const Row = ListedSite.pick({
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
  single: true,
  input: Typed,
  output: z.object({ sites: List(Row), asked: Typed, categories: z.array(z.string()) }),
  async run({ actor }, asked) {
    const { sitename, type, status, ...paging } = asked;
    const criteria: Criterion<Field>[] = [];
    if (sitename)
      criteria.push({ field: "sitename", operator: "AND", comparison: "LIKE", value: containing(sitename) });
    if (type) criteria.push({ field: "type", operator: "AND", comparison: "=", value: type });
    if (status !== undefined) criteria.push({ field: "status", operator: "AND", comparison: "=", value: status });
    return { sites: await foundSites(actor, { ...paging, criteria }), asked, categories: [...CATEGORIES] };
  },
});

/** SQL by hand: a page of the list with its counts. */
async function foundSites(actor: Actor, { criteria, ...asked }: Asked): Promise<{ items: SiteRow[]; total: number }> {
  const { found, total } = await pageOf<SiteRow>(
    {
      columns: siteColumns(actor),
      from: siteTables,
      countedIn: sql`sites`,
      where: all([sitesVisible(actor), listableSites(actor), matching(searched, criteria, ["status"])]),
      order: orderBy(sorted, asked, sql`sites.id`),
    },
    asked,
  );
  return { items: found, total };
}
