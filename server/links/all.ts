import { z } from "zod";
import { type Agent, Type } from "~models";
import { listSiteOptions, requireSite } from "../sites";
import { all, contains, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { Id, SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { List, orderBy, type Paged, Paging, queryPage } from "../kernel/operation/page";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { requireOffice } from "../offices";
import { choices, chosenAgent, LinksChoices, LinksForm, ownerOf, SubIds, withSubs } from "./form";
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
const CalledLink = OwnLink.extend({
  state: z.enum(["active", "suspended"]),
}).meta({ id: "OwnLink", description: "A link of an agent, with the pay for it." });

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
      links: agent === undefined ? null : await allLinks(actor, { ...form, pageSize: PAGE_SIZE }, agent),
    };
  },
});

const sortFields = ["sitename", "typename", "id"] as const;
const sortColumns: Record<(typeof sortFields)[number], Statement> = {
  sitename: sql`sitename COLLATE by_name`,
  typename: sql`typename COLLATE by_name`,
  id: sql`types.id`,
};

/** The same for programs. */
export const listAll = query({
  name: "links.all",
  does: "list the tracked links of all sites",
  allow: atLeast("agent"),
  input: Paging(sortFields, "sitename").extend({
    ...{ siteId: Id.optional(), agentId: Id.optional(), search: SearchText().optional() },
    ...SubIds.shape,
    ...cursorInput,
  }),
  output: List(CalledLink).extend(cursorAnswer),
  async run({ actor }, { agentId, ...asked }) {
    const agent = await ownerOf(actor, agentId);
    if (asked.siteId !== undefined) await requireSite(actor, asked.siteId);
    const order = orderBy(sortColumns, asked, sql`types.id`);
    const { items, ...counted } = await allLinks(actor, { ...asked, order }, agent);
    const state = (await isActive(agent)) ? ("active" as const) : ("suspended" as const);
    return { items: items.map((item) => ({ ...item, state })), ...counted };
  },
});

/** Whether clicks on the agent's links count: the links are those of active types and sites. */
async function isActive({ id }: Agent): Promise<boolean> {
  const row = await queryOne<{ active: boolean }>(sql`
    SELECT own.active AND own.approved AND office.active AS active
    FROM agents JOIN accounts own ON own.id = agents.account_id
    JOIN offices ON offices.id = agents.company_id JOIN accounts office ON office.id = offices.account_id
    WHERE agents.id = ${id}`);
  return row?.active ?? false;
}

type Asked = Paged &
  Pick<AllForm, "siteId" | "search"> &
  z.output<typeof SubIds> & { order?: Statement; after?: string | undefined };

async function allLinks(actor: Actor, form: Asked, agent: Agent) {
  const { rows, ...counted } = await namedLinks(actor, form, agent);
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
  return { items, ...counted };
}

const BY_NAME = sql`ORDER BY sitename COLLATE by_name, site_id, typename COLLATE by_name, types.id`;

/** A page of the links that the agent can hand out, by site and name unless an order is given. */
async function namedLinks(
  actor: Actor,
  { siteId, search, order = BY_NAME, ...paging }: Asked,
  { id, companyId }: Agent,
) {
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
      order,
      cursor: { name: "links", id: sql`types.id` },
    },
    paging,
  );
}
