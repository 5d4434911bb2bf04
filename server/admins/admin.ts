import { z } from "zod";
import { type Account, Admin } from "~models";
import { findOneVisible, shownPassword } from "../accounts";
import { now } from "../kernel/periods/now";
import type { Call } from "../kernel/operation/operation";
import { levels } from "../kernel/operation/roles";

/** An admin as returned by calls. */
export const AdminOutput = z.object({
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
export type AdminOutput = z.output<typeof AdminOutput>;

/**
 * The fields of an admin that may be returned. `admin.account` must be loaded. Records in the call's `revealed` list
 * whose password is shown.
 */
export function adminOf({ actor, revealed }: Pick<Call, "actor" | "revealed">, admin: Admin): AdminOutput {
  const account = admin.account as Account;
  const { username, passwordSealed, active, version } = account;
  const managed = { accountId: account.id, role: levels.admin, companyId: null, passwordSealed };
  const plainPassword = shownPassword(actor, managed);
  if (plainPassword !== undefined) revealed([username]);
  const { id } = admin;
  return {
    ...{ id, username, plainPassword, active, version, loginBlocked: account.isLoginBlocked(now()) },
    ...savedOf(admin),
  };
}

/** The stored admin. Throws 404. */
export const readAdmin = async (call: Call, id: number): Promise<AdminOutput> =>
  adminOf(call, await findOneVisible(Admin, call.actor, id));

/** The fields of an admin's form, without the sign-in fields. */
export const savedOf = ({ email, earningVisible, approveAgents, showSuspend, showCommonLogs }: Admin) => ({
  ...{ email, earningVisible, approveAgents, showSuspend, showCommonLogs },
});
