import { changeStatus, hashPassword, setPassword } from "../accounts";
import { run } from "../kernel/database";
import { difference } from "../kernel/difference";
import { type Call, command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { Admin, adminOf, type AdminRow, findAdmin } from "./admin";
import { ChangedAdmin } from "./fields";

/**
 * Saves an admin; what is left out stays. The flags hold from his next request on; a new password and a disabled
 * sign-in end his sessions.
 */
export const update = command({
  name: "admins.update",
  does: "change admins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedAdmin,
  output: Admin,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  async run(call, { id, version, password, passwordConfirm: _same, active, loginBlocked, ...given }, hash) {
    const stored = await findAdmin(id, { locked: true });
    const { accountId } = stored;
    sameVersion(version, adminOf(call, stored));
    const { email, earningVisible, approveAgents, showSuspend, showCommonLogs } = { ...stored, ...given };
    await run(sql`
      UPDATE admins SET email = ${email}, earning_visible = ${earningVisible}, approve_agents = ${approveAgents},
        show_suspend = ${showSuspend}, show_common_logs = ${showCommonLogs}
      WHERE id = ${id}`);
    await run(sql`UPDATE accounts SET version = version + 1 WHERE id = ${accountId}`);
    if (password !== undefined) await setPassword(accountId, password, { hash });
    noteChange(call, stored, { email, earningVisible, approveAgents, showSuspend, showCommonLogs }, password);
    const changes = [
      ...(active !== undefined && active !== stored.active ? [{ active }] : []),
      ...(loginBlocked !== undefined && loginBlocked !== stored.loginBlocked ? [{ loginBlocked }] : []),
    ];
    for (const change of changes) {
      for (const { before, after } of await changeStatus([accountId], change, { by: call.actor })) {
        call.changed({ record: "admin", id, before, after, onBehalfOf: accountId });
      }
    }
    return adminOf(call, await findAdmin(id));
  },
});

type Saved = Pick<AdminRow, "email" | "earningVisible" | "approveAgents" | "showSuspend" | "showCommonLogs">;

function noteChange({ changed }: Call, stored: AdminRow, saved: Saved, password: string | undefined): void {
  const was = Object.fromEntries(Object.keys(saved).map((key) => [key, stored[key as keyof Saved]]));
  const changes = difference(was, saved);
  if (!changes && password === undefined) return;
  const secret = password === undefined ? {} : { password: "" };
  changed({
    ...{ record: "admin", id: stored.id, onBehalfOf: stored.accountId },
    before: { ...changes?.before, ...secret },
    after: { ...changes?.after, ...secret },
  });
}
