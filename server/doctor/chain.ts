import { z } from "zod";
import { one } from "../kernel/database";
import { isoTime } from "../kernel/periods";
import { sql, type Statement } from "../kernel/sql";
import { type Coded, linkOrigin } from "../links";

// SQL by hand: a link with its office, agent, site and domain is one statement.

const Standing = { active: z.boolean(), hidden: z.boolean() };
/** Why, by whom and when it was suspended or activated last. */
const Since = { statusReason: z.string().nullable(), statusBy: z.string().nullable(), statusAt: z.string().nullable() };

/** Office, agent, site, link and domain; null for what does not exist. */
export const Chain = z.object({
  office: z.object({ id: z.int(), officeName: z.string(), siteEnabled: z.boolean(), ...Standing, ...Since }).nullable(),
  agent: z
    .object({
      id: z.int(),
      /** Of a deleted agent nothing but his id is left. */
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
    /** Where new links of the agent stand. */
    origin: z.string(),
    /** What his office prefers, and whether that is hidden. */
    preferred: z.string().nullable(),
    preferredHidden: z.boolean(),
  }),
});
export type Chain = z.output<typeof Chain>;

/** What stands behind the ids of a link, as it is now. */
export async function chainOf({ siteId, typeId, agentId }: Coded): Promise<Chain> {
  const row = await one<Omit<Chain, "domain"> & Omit<Chain["domain"], "origin">>(sql`
    SELECT
      CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'officeName', c.office_name,
        'siteEnabled', office_own.site_id IS NOT NULL, ${standing(sql`o`)}) END AS office,
      CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'deleted', a.deleted_at IS NOT NULL,
        'username', CASE WHEN a.deleted_at IS NULL THEN a.username END, 'firstName', g.first_name,
        'lastName', g.last_name, 'email', g.email, 'approved', a.approved,
        'siteEnabled', own.site_id IS NOT NULL, ${standing(sql`a`)}) END AS agent,
      CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'sitename', s.sitename, 'avp', s.avp,
        'active', s.active, 'hidden', s.hidden) END AS site,
      CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'siteId', t.site_id, 'typename', t.typename,
        'url', t.url, 'active', t.active) END AS type,
      d.domain AS preferred, coalesce(d.hidden, false) AS "preferredHidden"
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

const standing = (account: Statement): Statement => sql`
  'active', ${account}.active, 'hidden', ${account}.hidden, 'statusReason', ${account}.status_reason,
  'statusBy', (SELECT username FROM accounts who WHERE who.id = ${account}.status_by),
  'statusAt', ${account}.status_at`;

const dated = <T extends { statusAt: string | null }>(part: T): T => ({
  ...part,
  statusAt: part.statusAt && isoTime(new Date(part.statusAt)),
});
