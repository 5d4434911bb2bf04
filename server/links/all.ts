import { z } from "zod";
import { type Agent, Type } from "~models";
import { listSiteOptions, requireSite } from "../sites";
import { all, contains, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List, queryPage } from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { requireOffice } from "../offices";
import { choices, chosenAgent, LinksChoices, LinksForm, withSubs } from "./form";
import { linkAddresses } from "./list";
import { Pays, paysOf } from "./pays";

/** As many links as a phone loads in 8 KB. */
const PAGE_SIZE = 20;

const AllForm = LinksForm.extend({
  /** Part of the name of a site and its link. */
  search: SearchText().optional(),
  page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
});
type AllForm = z.output<typeof AllForm>;

const OwnLink = z.object({
  /** The ID of its type. */
  id: z.int(),
  siteId: z.int(),
  sitename: z.string(),
  typename: z.string(),
  /** The short link, which is the encoded one. */
  link: z.string(),
  direct: z.string(),
  /** Null if the type has no price. */
  pay: Pays.nullable(),
});

const typeColumns = selectColumns(Type, ["id", "siteId", "typename"], { from: "types" });
type Named = RowOf<typeof typeColumns> & { sitename: string };

/** All links of an agent on all sites, by site and name: the agent's own, or those of a chosen agent. */
export const allScreen = query({
  name: "links.allScreen",
  does: "list tracked links",
  allow: atLeast("agent"),
  input: AllForm,
  output: LinksChoices.extend({
    /** Null until an agent is chosen. */
    links: List(OwnLink).nullable(),
    page: z.int(),
    pageSize: z.int(),
  }),
  async run({ actor }, form) {
    const agent = await chosenAgent(actor, form);
    if (form.companyId !== undefined) await requireOffice(actor, form.companyId);
    if (form.siteId !== undefined) await requireSite(actor, form.siteId);
    return {
      ...(await choices(actor, form)),
      ...{ page: form.page, pageSize: PAGE_SIZE, agent: agent?.account?.username },
      links: agent === undefined ? null : await allLinks(actor, form, agent),
    };
  },
});

async function allLinks(actor: Actor, form: AllForm, agent: Agent) {
  const { rows, total } = await namedLinks(actor, form, agent);
  const pays = await paysOf(
    actor,
    agent,
    rows.map(({ id }) => id),
  );
  const addressesOf = await linkAddresses(agent.id);
  const items = rows.map(({ id, siteId, sitename, typename }) => {
    const { direct, encoded } = addressesOf({ siteId, typeId: id });
    const pay = pays.find((one) => one.id === id) ?? null;
    return { id, siteId, sitename, typename, link: withSubs(encoded, form), direct: withSubs(direct, form), pay };
  });
  return { items, total };
}

/** A page of the links that the agent can hand out, by site and name. */
async function namedLinks(actor: Actor, { siteId, search, page }: AllForm, { id, companyId }: Agent) {
  const sites = await listSiteOptions(actor, "onlyAvailable");
  return queryPage<Named>(
    {
      columns: sql`${typeColumns}, sitename`,
      from: sql`types JOIN sites ON sites.id = site_id`,
      where: all([
        sql`types.active AND site_id = ANY (${sites.map((site) => site.id)}::int[])`,
        sql`site_id IN (SELECT site_id FROM agent_sites WHERE agent_id = ${id})`,
        sql`site_id IN (SELECT site_id FROM office_sites WHERE company_id = ${companyId})`,
        siteId !== undefined && sql`site_id = ${siteId}`,
        search ? contains(sql`sitename || ' ' || typename`, search) : undefined,
      ]),
      order: sql`ORDER BY sitename COLLATE by_name, site_id, typename COLLATE by_name, types.id`,
    },
    { page, pageSize: PAGE_SIZE },
  );
}
