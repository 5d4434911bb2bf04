import { z } from "zod";
import { Account, Agent, Domain, Office, Site, Type } from "~models";
import { one } from "../kernel/database/transactions";
import { isoTime } from "../kernel/periods";
import { identifier, type Nullable, type RowOf, selected, sql } from "../kernel/database/sql";
import { type Coded, linkOrigin } from "../links";

// SQL by hand: one statement reads a link with its office, agent, site and domain.

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
      deleted: z.boolean(),
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
    .object({ id: z.int(), siteId: z.int(), typename: z.string(), url: z.string(), active: z.boolean() })
    .nullable(),
  domain: z.object({
    /** The origin of the agent's new links. */
    origin: z.string(),
    /** The domain that the office prefers, and whether it is hidden. */
    preferred: z.string().nullable(),
    preferredHidden: z.boolean(),
  }),
});
export type Chain = z.output<typeof Chain>;

const ofOffice = selected(Office, ["id", "officeName"], { from: "c" });
const ofAgent = selected(Agent, ["id", "firstName", "lastName", "email"], { from: "g" });
const ofSite = selected(Site, ["id", "sitename", "avp", "active", "hidden"], { from: "s" });
const ofType = selected(Type, ["id", "siteId", "typename", "url", "active"], { from: "t" });
const ofDomain = selected(Domain, [], { from: "d", as: { preferred: "domain" } });
const ofApproval = selected(Account, ["approved"], { from: "a" });
const standing = (from: string) => selected(Account, ["active", "hidden", "statusReason"], { from });

/** JSON has no dates: `statusAt` is a string. */
type Standing = RowOf<ReturnType<typeof standing>> & {
  siteEnabled: boolean;
  statusBy: string | null;
  statusAt: string | null;
};
type Row = Nullable<RowOf<typeof ofDomain>> & {
  office: (RowOf<typeof ofOffice> & Standing) | null;
  agent:
    | (RowOf<typeof ofAgent> & RowOf<typeof ofApproval> & Standing & { deleted: boolean; username: string | null })
    | null;
  site: RowOf<typeof ofSite> | null;
  type: RowOf<typeof ofType> | null;
  preferredHidden: boolean;
};

/** The records behind the ids of a link, in their current state. */
export async function chainOf({ siteId, typeId, agentId }: Coded): Promise<Chain> {
  const row = await one<Row>(sql`
    SELECT
      CASE WHEN c.id IS NOT NULL THEN json_build_object(${ofOffice.pairs},
        'siteEnabled', office_own.site_id IS NOT NULL, ${status("o")}) END AS office,
      CASE WHEN g.id IS NOT NULL THEN json_build_object(${ofAgent.pairs}, ${ofApproval.pairs},
        'deleted', a.deleted_at IS NOT NULL, 'username', CASE WHEN a.deleted_at IS NULL THEN a.username END,
        'siteEnabled', own.site_id IS NOT NULL, ${status("a")}) END AS agent,
      CASE WHEN s.id IS NOT NULL THEN json_build_object(${ofSite.pairs}) END AS site,
      CASE WHEN t.id IS NOT NULL THEN json_build_object(${ofType.pairs}) END AS type,
      ${ofDomain}, coalesce(d.hidden, false) AS "preferredHidden"
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
    ...{ office: office && dated(office), agent: agent && dated(agent), site, type },
    domain: { origin, preferred, preferredHidden },
  };
}

const status = (account: "o" | "a") => sql`
  ${standing(account).pairs}, 'statusBy', (SELECT username FROM accounts who WHERE who.id = ${identifier(account)}.status_by),
  'statusAt', ${identifier(account)}.status_at`;

const dated = <T extends { statusAt: string | null }>(part: T): T => ({
  ...part,
  statusAt: part.statusAt && isoTime(new Date(part.statusAt)),
});
