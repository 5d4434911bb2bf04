import { type Account, Admin } from "~models";
import { changeStatus, findOneVisible, hashPassword, setPassword } from "../accounts";
import { now } from "../kernel/periods/now";
import { difference } from "../kernel/operation/difference";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { saveFrom } from "../kernel/database/record-version";
import { AdminOutput, readAdmin, savedOf } from "./admin";
import { ChangedAdmin } from "./fields";

/**
 * Saves an admin. Fields that are left out keep their value. Flags apply from the admin's next request. A new password
 * or a disabled sign-in ends their sessions.
 */
export const update = command({
  name: "admins.update",
  does: "change admins",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedAdmin,
  output: AdminOutput,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  current: (call, { id }) => readAdmin(call, id),
  async run(call, { id, version, password, passwordConfirm: _same, active, loginBlocked, ...values }, hash) {
    const admin = await findOneVisible(Admin, call.actor, id, { lock: true });
    const account = admin.account as Account;
    const before = savedOf(admin);
    const wasBlocked = account.isLoginBlocked(now());
    await saveFrom(account, version);
    await admin.update(values);
    if (password !== undefined) await setPassword(account.id, password, { hash });
    noteChange(call, admin, before, password);
    const changes = [
      ...(active !== undefined && active !== account.active ? [{ active }] : []),
      ...(loginBlocked !== undefined && loginBlocked !== wasBlocked ? [{ loginBlocked }] : []),
    ];
    for (const change of changes) {
      for (const done of await changeStatus([account.id], change, { by: call.actor })) {
        call.changed({ record: "admin", id, before: done.before, after: done.after, onBehalfOf: account.id });
      }
    }
    return readAdmin(call, id);
  },
});

function noteChange(
  { changed }: Call,
  admin: Admin,
  before: ReturnType<typeof savedOf>,
  password: string | undefined,
): void {
  const changes = difference(before, savedOf(admin));
  if (!changes && password === undefined) return;
  const secret = password === undefined ? {} : { password: "" };
  changed({
    ...{ record: "admin", id: admin.id, onBehalfOf: admin.accountId },
    before: { ...changes?.before, ...secret },
    after: { ...changes?.after, ...secret },
  });
}
