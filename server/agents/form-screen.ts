import { z } from "zod";
import { Office, Site as SiteModel } from "~models";
import { listable, officesVisible, sitesVisible } from "../accounts";
import { queryRows } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { all, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { AgentOutput, readAgent } from "./agent";

const Choice = z.object({ value: z.int(), label: z.string() });
const Site = z.object({ siteId: z.int(), sitename: z.string(), enable: z.boolean() });

/** Initial values of a new agent's form: the offices to choose from, and the sites of the chosen one, all enabled. */
export const createScreen = query({
  name: "agents.createScreen",
  does: "add agents",
  allow: atLeast("company"),
  input: z.object({ companyId: Id.optional() }),
  output: z.object({ offices: z.array(Choice), officeId: z.int().optional(), sites: z.array(Site) }),
  async run({ actor }, { companyId }) {
    const offices = await listOfficeOptions(actor);
    const officeId = offices.some(({ value }) => value === companyId) ? companyId : undefined;
    const sites = await listInitialSites(actor, officeId ?? actor.companyId);
    return { offices, officeId, sites };
  },
});

/** An agent's form: the agent, and for superadmins the offices to which they can move the agent. */
export const editScreen = query({
  name: "agents.editScreen",
  does: "change agents",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: z.object({ agent: AgentOutput, offices: z.array(Choice) }),
  async run(call, { id }) {
    const agent = await readAgent(call, id);
    if (!hasRole(call.actor, "superadmin")) return { agent, offices: [] };
    const offices = await listOfficeOptions(call.actor);
    const currentOffice = { value: agent.companyId, label: agent.officeName };
    return {
      agent,
      offices: offices.some(({ value }) => value === currentOffice.value) ? offices : [currentOffice, ...offices],
    };
  },
});

const officeColumns = selectColumns(Office, [], { as: { value: "id", label: "officeName" } });
const siteColumns = selectColumns(SiteModel, ["sitename"], { as: { siteId: "id" } });

/** Offices by name; managers get an empty list. */
async function listOfficeOptions(actor: Actor): Promise<RowOf<typeof officeColumns>[]> {
  if (!hasRole(actor, "admin")) return [];
  return queryRows(sql`
    SELECT ${officeColumns} FROM offices JOIN accounts ON accounts.id = account_id
    WHERE ${all([officesVisible(actor), listable(actor)])} ORDER BY office_name COLLATE by_name, offices.id`);
}

const listInitialSites = (
  actor: Actor,
  officeId: number | null,
): Promise<(RowOf<typeof siteColumns> & { enable: boolean })[]> =>
  queryRows(sql`
    SELECT ${siteColumns}, true AS enable FROM sites
    WHERE ${all([
      sitesVisible(actor),
      officeId === null
        ? sql`active AND NOT hidden`
        : sql`id IN (SELECT site_id FROM office_sites WHERE company_id = ${officeId})`,
    ])} ORDER BY sitename COLLATE by_name, id`);
