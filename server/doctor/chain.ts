import { z } from "zod";
import { Account, Agent, Domain, Office, Site, Type } from "~models";
import { queryOne } from "../kernel/database/transactions";
import { isoTime } from "../kernel/time";
import { identifier, type Nullable, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { type Coded, linkOrigin } from "../links";

const Standing = { active: z.boolean(), hidden: z.boolean() };
/** Reason, author and time of the last suspension or activation. */
const Since = { statusReason: z.string().nullable(), statusBy: z.string().nullable(), statusAt: z.string().nullable() };

/** Office, agent, site, link and domain. Null for those that do not exist. */
export const Chain = z.object({
  office: z.object({ id: z.int(), officeName: z.string(), siteEnabled: z.boolean(), ...Standing, ...Since }).nullable(),
  agent: z
    .object({
      id: z.int(),
      /** A deleted agent has no data left but the id. */
      deleted: z.boolean().describe("Whether the agent was deleted."),
      username: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      approved: z.boolean(),
      siteEnabled: z.boolean(),
      ...Standing,
      ...Since,
    })
    .nullable(),
  site: z.object({ id: z.int(), sitename: z.string(), avp: z.boolean(), ...Standing }).nullable(),
  type: z
    .object({
      id: z.int(),
      siteId: z.int(),
      typename: z.string(),
      url: z.string().describe("The target, with its macros."),
      active: z.boolean(),
    })
    .nullable()
    .describe("The link at the site; null if there is no such link."),
  domain: z
    .object({
      origin: z.string().describe("Origin of the agent's new links."),
      preferred: z.string().nullable().describe("Origin that the office prefers; null without one."),
      preferredHidden: z.boolean(),
    })
    .describe("The domain of the agent's links."),
});
export type Chain = z.output<typeof Chain>;

const officeColumns = selectColumns(Office, ["id", "officeName"], { from: "c" });
const agentColumns = selectColumns(Agent, ["id", "firstName", "lastName", "email"], { from: "g" });
const siteColumns = selectColumns(Site, ["id", "sitename", "avp", "active", "hidden"], { from: "s" });
const typeColumns = selectColumns(Type, ["id", "siteId", "typename", "url", "active"], { from: "t" });
const domainColumns = selectColumns(Domain, [], { from: "d", as: { preferred: "domain" } });
const approvalColumns = selectColumns(Account, ["approved"], { from: "a" });
const statusColumns = (from: string) => selectColumns(Account, ["active", "hidden", "statusReason"], { from });

/** JSON has no dates: `statusAt` is a string. */
type Standing = RowOf<ReturnType<typeof statusColumns>> & {
  siteEnabled: boolean;
  statusBy: string | null;
  statusAt: string | null;
};
type Row = Nullable<RowOf<typeof domainColumns>> & {
  office: (RowOf<typeof officeColumns> & Standing) | null;
  agent:
    | (RowOf<typeof agentColumns> &
        RowOf<typeof approvalColumns> &
        Standing & { deleted: boolean; username: string | null })
    | null;
  site: RowOf<typeof siteColumns> | null;
  type: RowOf<typeof typeColumns> | null;
  preferredHidden: boolean;
};

/** The records behind the ids of a link, in their current state. */
export async function chainOf({ siteId, typeId, agentId }: Coded): Promise<Chain> {
  const row = await queryOne<Row>(sql`
    SELECT
      CASE WHEN c.id IS NOT NULL THEN json_build_object(${officeColumns.pairs},
        'siteEnabled', office_own.site_id IS NOT NULL, ${status("o")}) END AS office,
      CASE WHEN g.id IS NOT NULL THEN json_build_object(${agentColumns.pairs}, ${approvalColumns.pairs},
        'deleted', a.deleted_at IS NOT NULL, 'username', CASE WHEN a.deleted_at IS NULL THEN a.username END,
        'siteEnabled', own.site_id IS NOT NULL, ${status("a")}) END AS agent,
      CASE WHEN s.id IS NOT NULL THEN json_build_object(${siteColumns.pairs}) END AS site,
      CASE WHEN t.id IS NOT NULL THEN json_build_object(${typeColumns.pairs}) END AS type,
      ${domainColumns}, coalesce(d.hidden, false) AS "preferredHidden"
    FROM (SELECT) asked
    LEFT JOIN sites s ON s.id = ${siteId}
    LEFT JOIN types t ON t.id = ${typeId}
    LEFT JOIN agents g ON g.id = ${agentId}
    LEFT JOIN accounts a ON a.id = g.account_id
    LEFT JOIN offices c ON c.id = g.company_id
    LEFT JOIN accounts o ON o.id = c.account_id
    LEFT JOIN domains d ON d.id = c.preferred_domain_id
    LEFT JOIN agent_sites own ON own.agent_id = g.id AND own.site_id = s.id
    LEFT JOIN office_sites office_own ON office_own.company_id = c.id AND office_own.site_id = s.id`);
  if (!row) throw new Error("A row of one question was not answered.");
  const { office, agent, site, type, preferred, preferredHidden } = row;
  const { origin } = await linkOrigin(agentId);
  return {
    ...{ office: office && withIsoTime(office), agent: agent && withIsoTime(agent), site, type },
    domain: { origin, preferred, preferredHidden },
  };
}

const status = (account: "o" | "a") => sql`
  ${statusColumns(account).pairs}, 'statusBy', (SELECT username FROM accounts who WHERE who.id = ${identifier(account)}.status_by),
  'statusAt', ${identifier(account)}.status_at`;

const withIsoTime = <T extends { statusAt: string | null }>(part: T): T => ({
  ...part,
  statusAt: part.statusAt && isoTime(new Date(part.statusAt)),
});
