import { z } from "zod";
import { Account, Domain, Office } from "~models";
import {
  agentsVisible,
  findOneVisible,
  findVisible,
  listable,
  loginBlocked,
  officesVisible,
  ShownPassword,
  showPassword as showPasswordOf,
  visiblePassword,
} from "../accounts";
import { all, nothing, type Nullable, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { type Call, query } from "../kernel/operation/operation";
import { noSuch } from "../kernel/operation/refusal";
import { type Actor, atLeast, hasRole, levels } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { joinListableSites } from "../sites";

/** The name of an office, and whether it is in use. */
export const OfficeCard = z.object({ id: z.int(), officeName: z.string(), active: z.boolean(), hidden: z.boolean() });

/** The office. Throws 404 if the account cannot see it. */
export async function requireOffice(actor: Actor, id: number): Promise<z.output<typeof OfficeCard>> {
  return toCard(await findOneVisible(Office, actor, id, { attributes: ["id", "officeName"] }));
}

const toCard = ({ id, officeName, account }: Office) => ({
  ...{ id, officeName },
  ...{ active: account?.active ?? false, hidden: account?.hidden ?? false },
});

/** One office for its pages: without the password, so that opening one reveals none. */
export const card = query({
  name: "offices.card",
  does: "read offices",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: OfficeCard,
  run: ({ actor }, { id }) => requireOffice(actor, id),
});

/** The office of a list or a statement that is about one office when its filter names one; null for others. */
export const chosen = query({
  name: "offices.chosen",
  does: "read offices",
  allow: atLeast("agent"),
  input: z.object({ companyId: Id.optional(), agentId: z.unknown().optional() }),
  output: OfficeCard.nullable(),
  async run({ actor }, { companyId, agentId }) {
    if (companyId === undefined || agentId !== undefined || !hasRole(actor, "admin")) return null;
    const [office] = await findVisible(Office, actor, [companyId], { attributes: ["id", "officeName"] });
    return office ? toCard(office) : null;
  },
});

/** An office in the answers of calls. `companyId` and `id` are the same. */
export const OfficeOutput = z
  .object({
    companyId: z.int(),
    id: z.int(),
    accountId: z.int(),
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
    waitingCount: z.int(),
    sitesCount: z.int(),
    /** The last suspension or activation: its reason, its author and its time. */
    statusReason: z.string().nullable(),
    statusBy: z.string().nullable(),
    statusAt: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: "Office", description: "An office of agents. `companyId` and `id` are the same." });
export type OfficeOutput = z.output<typeof OfficeOutput>;

const officeTableColumns = selectColumns(Office, [
  ...(["id", "accountId", "officeName", "manFirstName", "manLastName", "manEmail", "preferredDomainId"] as const),
]);
const accountColumns = selectColumns(Account, [
  ...(["username", "passwordSealed", "active", "hidden", "registeredAt", "statusReason", "statusAt"] as const),
  ...(["version"] as const),
]);
const domainColumns = selectColumns(Domain, ["domain"]);
const officeDetailColumns = selectColumns(Office, ["agentNotes"]);

/** An office as stored, with its counts. */
export type OfficeRow = RowOf<typeof officeTableColumns> &
  RowOf<typeof accountColumns> &
  RowOf<typeof officeDetailColumns> &
  Nullable<RowOf<typeof domainColumns>> &
  Pick<OfficeOutput, "loginBlocked" | "siteIds" | "agentsCount" | "waitingCount" | "sitesCount" | "statusBy">;

/**
 * Columns of an office, from `offices` joined with `accounts`, `domains` and `figures`. List pages leave out texts and
 * sites, which would outweigh everything else at fifty rows.
 */
export const officeColumns = ({ whole }: { whole: boolean }): Statement => sql`
  ${officeTableColumns}, ${accountColumns}, ${domainColumns}, ${loginBlocked()} AS "loginBlocked",
  coalesce(agents_count, 0)::int AS "agentsCount", coalesce(waiting_count, 0)::int AS "waitingCount",
  coalesce(sites_count, 0)::int AS "sitesCount",
  (SELECT username FROM accounts who WHERE who.id = accounts.status_by) AS "statusBy"${whole ? detailColumns : nothing}`;

const detailColumns = sql`, ${officeDetailColumns},
  ARRAY(SELECT site_id FROM office_sites WHERE company_id = offices.id ORDER BY site_id) AS "siteIds"`;

/** Counts the agents that the list of agents shows to this account: approved ones, and those who wait for approval. */
export const officeTables = (actor: Actor, condition: Statement = sql`TRUE`): Statement => sql`
  offices
  JOIN accounts ON accounts.id = account_id
  LEFT JOIN domains ON domains.id = preferred_domain_id
  LEFT JOIN (
    SELECT company_id, count(*) FILTER (WHERE person.approved) AS agents_count,
      count(*) FILTER (WHERE NOT person.approved AND rejected_at IS NULL) AS waiting_count
    FROM agents JOIN accounts AS person ON person.id = agents.account_id
    WHERE ${all([agentsVisible(actor, sql`agents`, sql`person`), listable(actor, sql`person`), condition])}
    GROUP BY company_id) AS employed ON employed.company_id = offices.id
  LEFT JOIN (
    SELECT company_id, count(*) AS sites_count FROM office_sites ${joinListableSites(actor)} WHERE ${condition} GROUP BY company_id
  ) AS selling ON selling.company_id = offices.id`;

/** The fields of a row that the account may see. Reports a revealed password to `revealed`. */
export function toOfficeOutput({ actor, revealed }: Pick<Call, "actor" | "revealed">, row: OfficeRow): OfficeOutput {
  const { id, accountId, domain, passwordSealed, registeredAt, statusAt, ...rest } = row;
  const managed = { accountId, role: levels.company, companyId: id, passwordSealed };
  const plainPassword = visiblePassword(actor, managed);
  if (plainPassword !== undefined) revealed([rest.username]);
  return {
    ...rest,
    companyId: id,
    id,
    accountId,
    plainPassword,
    preferredDomain: rest.preferredDomainId === null ? null : { id: rest.preferredDomainId, domain: domain ?? "" },
    regTime: isoTime(registeredAt),
    statusAt: statusAt && isoTime(statusAt),
  };
}

/** The whole office. Throws 404 if the account cannot see it. */
export async function findOffice(actor: Actor, id: number): Promise<OfficeRow> {
  const row = await queryOne<OfficeRow>(sql`
    SELECT ${officeColumns({ whole: true })} FROM ${officeTables(actor, sql`company_id = ${id}`)}
    WHERE offices.id = ${id} AND ${officesVisible(actor)}`);
  if (!row) throw noSuch("office");
  return row;
}

export const read = query({
  name: "offices.read",
  does: "read offices",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: OfficeOutput,
  run: async (call, { id }) => toOfficeOutput(call, await findOffice(call.actor, id)),
});

/** The password of an office's manager. */
export const showPassword = query({
  name: "offices.showPassword",
  does: "see passwords",
  allow: atLeast("admin"),
  input: z.object({ id: Id }),
  output: ShownPassword,
  run: (call, { id }) =>
    showPasswordOf(call, async () => ({
      owner: await findOneVisible(Office, call.actor, id),
      role: levels.company,
      companyId: id,
    })),
});
