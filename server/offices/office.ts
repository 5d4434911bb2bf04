import { z } from "zod";
import { agentsVisible, listable, loginBlocked, officesVisible, shownPassword } from "../accounts";
import { one } from "../kernel/database";
import type { Call } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { notFound } from "../kernel/refusal";
import { type Actor, levels } from "../kernel/roles";
import { all, nothing, sql, type Statement } from "../kernel/sql";

/** An office as calls answer it. `companyId` and `id` are the same. */
export const Office = z.object({
  companyId: z.int(),
  id: z.int(),
  officeName: z.string(),
  manFirstName: z.string(),
  manLastName: z.string(),
  manEmail: z.string(),
  username: z.string(),
  plainPassword: z.string().optional(),
  agentNotes: z.string(),
  preferredDomainId: z.int().nullable(),
  preferredDomain: z.object({ id: z.int(), domain: z.string() }).nullable(),
  siteIds: z.array(z.int()),
  active: z.boolean(),
  hidden: z.boolean(),
  loginBlocked: z.boolean(),
  regTime: z.string(),
  agentsCount: z.int(),
  sitesCount: z.int(),
  /** Why, by whom and when it was suspended or activated last. */
  statusReason: z.string().nullable(),
  statusBy: z.string().nullable(),
  statusAt: z.string().nullable(),
  version: z.int(),
});
export type Office = z.output<typeof Office>;

/** A stored office; the password is sealed and the time a Date. */
export type OfficeRow = Omit<Office, "companyId" | "plainPassword" | "regTime" | "preferredDomain" | "statusAt"> & {
  changedAt: Date | null;
  accountId: number;
  domain: string | null;
  sealed: Buffer | null;
  registeredAt: Date;
};

/**
 * Columns of an office, of `offices` joined with `accounts`, `domains` and `figures`. The list's page leaves texts and
 * sites out: fifty of them would weigh more than all else.
 */
export const officeColumns = ({ whole }: { whole: boolean }): Statement => sql`
  offices.id, account_id AS "accountId", office_name AS "officeName", man_first_name AS "manFirstName",
  man_last_name AS "manLastName", man_email AS "manEmail", username, password_sealed AS sealed,
  preferred_domain_id AS "preferredDomainId", domain, active, accounts.hidden, ${loginBlocked()} AS "loginBlocked",
  registered_at AS "registeredAt", coalesce(agents_count, 0)::int AS "agentsCount",
  coalesce(sites_count, 0)::int AS "sitesCount", status_reason AS "statusReason", status_at AS "changedAt",
  (SELECT username FROM accounts who WHERE who.id = accounts.status_by) AS "statusBy", accounts.version${whole ? wholeColumns : nothing}`;

const wholeColumns = sql`, agent_notes AS "agentNotes",
  ARRAY(SELECT site_id FROM office_sites WHERE company_id = offices.id ORDER BY site_id) AS "siteIds"`;

/** Agents are counted as the list of agents shows them to this account: approved ones. */
export const officeTables = (actor: Actor, only: Statement = sql`TRUE`): Statement => sql`
  offices
  JOIN accounts ON accounts.id = account_id
  LEFT JOIN domains ON domains.id = preferred_domain_id
  LEFT JOIN (
    SELECT company_id, count(*) AS agents_count FROM agents JOIN accounts AS person ON person.id = agents.account_id
    WHERE ${all([agentsVisible(actor, sql`agents`, sql`person`), listable(actor, sql`person`), sql`person.approved`, only])}
    GROUP BY company_id) AS employed ON employed.company_id = offices.id
  LEFT JOIN (
    SELECT company_id, count(*) AS sites_count FROM office_sites WHERE ${only} GROUP BY company_id
  ) AS selling ON selling.company_id = offices.id`;

/** What may leave of a row; says whose password is shown. */
export function officeOf({ actor, revealed }: Pick<Call, "actor" | "revealed">, row: OfficeRow): Office {
  const { id, accountId, domain, sealed, registeredAt, changedAt, ...rest } = row;
  const managed = { accountId, role: levels.company, companyId: id, passwordSealed: sealed };
  const plainPassword = shownPassword(actor, managed);
  if (plainPassword !== undefined) revealed([rest.username]);
  return {
    ...rest,
    companyId: id,
    id,
    plainPassword,
    preferredDomain: rest.preferredDomainId === null ? null : { id: rest.preferredDomainId, domain: domain ?? "" },
    regTime: isoTime(registeredAt),
    statusAt: changedAt && isoTime(changedAt),
  };
}

/** The whole office, if the account may know of it; `locked`: nobody else changes it before this transaction ends. */
export async function findOffice(actor: Actor, id: number, { locked = false } = {}): Promise<OfficeRow> {
  if (locked)
    await one(sql`SELECT FROM accounts WHERE id = (SELECT account_id FROM offices WHERE id = ${id}) FOR UPDATE`);
  const row = await one<OfficeRow>(sql`
    SELECT ${officeColumns({ whole: true })} FROM ${officeTables(actor, sql`company_id = ${id}`)}
    WHERE offices.id = ${id} AND ${officesVisible(actor)}`);
  if (!row) throw notFound();
  return row;
}
