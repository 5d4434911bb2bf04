import { z } from "zod";
import { Account, Agent, Office } from "~models";
import { abilities, agentsVisible, listable, officesVisible } from "../accounts";
import { all, contains, nothing, type RowOf, selectColumns, sql, type Statement } from "../kernel/database/sql";
import { queryRows } from "../kernel/database/transactions";
import { type Actor, hasRole } from "../kernel/operation/roles";
import { cut, nearest } from "./nearest";

const Standing = { active: z.boolean(), hidden: z.boolean() };
export const FoundAgent = z.object({
  id: z.int(),
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Absent below admin. */
  officeName: z.string().optional(),
  approved: z.boolean(),
  ...Standing,
});
export const FoundOffice = z.object({
  id: z.int(),
  officeName: z.string(),
  /** The manager's username and name. */
  username: z.string(),
  manFirstName: z.string(),
  manLastName: z.string(),
  ...Standing,
});

const accountColumns = selectColumns(Account, ["username", "active", "hidden"]);
const agentColumns = selectColumns(Agent, ["id", "firstName", "lastName", "email"]);
const approvedColumns = selectColumns(Account, ["approved"]);
const officeColumns = selectColumns(Office, ["id", "officeName", "manFirstName", "manLastName"]);

const officeNames = selectColumns(Office, ["officeName"]);

type AgentRow = RowOf<typeof accountColumns> & RowOf<typeof agentColumns> & RowOf<typeof approvedColumns>;
type OfficeRow = RowOf<typeof accountColumns> & RowOf<typeof officeColumns>;

/** Admins without `showSuspend` do not find suspended accounts, as in the lists. */
const listed = (actor: Actor): Statement | false => hasRole(actor, "admin") && listable(actor);

/** Agents by username, name, e-mail address or campaign. */
export async function agentsNamed(actor: Actor, text: string) {
  const texts = [
    ...[sql`accounts.username`, sql`agents.first_name || ' ' || agents.last_name`, sql`agents.email`],
    sql`agents.campaign_id`,
  ];
  const office = abilities(actor).chooseOffice ? sql`, ${officeNames}` : nothing;
  const found = await queryRows<AgentRow & { officeName?: string }>(sql`
    SELECT ${agentColumns}, ${accountColumns}, ${approvedColumns}${office}
    FROM agents JOIN accounts ON accounts.id = agents.account_id JOIN offices ON offices.id = agents.company_id
    WHERE ${all([agentsVisible(actor), listed(actor), containsIn(texts, text)])}
    ${nearest(sql`accounts.username`, text)}`);
  return cut(found);
}

/** Offices by name, and by the manager's username, name or e-mail address. Agents see none. */
export async function officesNamed(actor: Actor, text: string) {
  if (!hasRole(actor, "company")) return cut<OfficeRow>([]);
  const texts = [
    ...[sql`offices.office_name`, sql`accounts.username`, sql`offices.man_email`],
    sql`offices.man_first_name || ' ' || offices.man_last_name`,
  ];
  return cut(
    await queryRows<OfficeRow>(sql`
      SELECT ${officeColumns}, ${accountColumns} FROM offices JOIN accounts ON accounts.id = offices.account_id
      WHERE ${all([officesVisible(actor), listed(actor), containsIn(texts, text)])}
      ${nearest(sql`offices.office_name`, text, sql`offices.id`)}`),
  );
}

const containsIn = (texts: readonly Statement[], text: string): Statement =>
  texts.reduce((any, column) => sql`${any} OR ${contains(column, text)}`, sql`FALSE`);
