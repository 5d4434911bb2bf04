import { z } from "zod";
import { loginBlocked, shownPassword } from "../accounts";
import { one, rows } from "../kernel/database";
import type { Call } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { levels } from "../kernel/roles";
import { sql, type Statement } from "../kernel/sql";

/** An admin as calls answer him. */
export const Admin = z.object({
  id: z.int(),
  email: z.string(),
  username: z.string(),
  plainPassword: z.string().optional(),
  earningVisible: z.boolean(),
  approveAgents: z.boolean(),
  showSuspend: z.boolean(),
  showCommonLogs: z.boolean(),
  active: z.boolean(),
  loginBlocked: z.boolean(),
  version: z.int(),
});
export type Admin = z.output<typeof Admin>;

export type AdminRow = Omit<Admin, "plainPassword"> & { accountId: number; sealed: Buffer | null };

/**
 * Accounts of the role alone. Superadmins are made on the server itself and out of reach of these calls: nobody can
 * lock the last one out, nor himself.
 */
const admins = (condition: Statement): Statement => sql`
  SELECT admins.id, account_id AS "accountId", email, username, password_sealed AS sealed,
    earning_visible AS "earningVisible", approve_agents AS "approveAgents", show_suspend AS "showSuspend",
    show_common_logs AS "showCommonLogs", active, ${loginBlocked()} AS "loginBlocked", version
  FROM admins JOIN accounts ON accounts.id = account_id
  WHERE role = ${levels.admin} AND deleted_at IS NULL AND ${condition}
  ORDER BY lower(username), admins.id`;

export const allAdmins = (): Promise<AdminRow[]> => rows(admins(sql`TRUE`));

/** The admin; `locked`: nobody else changes him before this transaction ends. Throws 404. */
export async function findAdmin(id: number, { locked = false } = {}): Promise<AdminRow> {
  const lock = locked ? sql` FOR UPDATE OF accounts` : sql``;
  const row = await one<AdminRow>(sql`${admins(sql`admins.id = ${id}`)}${lock}`);
  if (!row) throw notFound();
  return row;
}

/** What may leave of a row; says whose password is shown. */
export function adminOf({ actor, revealed }: Pick<Call, "actor" | "revealed">, row: AdminRow): Admin {
  const { accountId, sealed, ...rest } = row;
  const plainPassword = shownPassword(actor, {
    accountId,
    role: levels.admin,
    companyId: null,
    passwordSealed: sealed,
  });
  if (plainPassword !== undefined) revealed([rest.username]);
  return { ...rest, plainPassword };
}
