import { Admin } from "~models";
import { createAccount } from "../accounts";
import { command } from "../kernel/operation/operation";
import { atLeast, levels } from "../kernel/operation/roles";
import { AdminOutput, readAdmin, savedOf } from "./admin";
import { NewAdmin } from "./fields";

/** Creates an admin. A flag that is left out is false: no dollar amounts, no approvals, no logs. */
export const create = command({
  name: "admins.create",
  does: "add admins",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewAdmin,
  output: AdminOutput,
  async run(call, { username, password, passwordConfirm: _same, ...values }) {
    const accountId = await createAccount({ role: levels.admin, username, password });
    const admin = await Admin.create({ accountId, ...values });
    const { id } = admin;
    call.changed({ record: "admin", id, before: null, after: { username, ...savedOf(admin) }, onBehalfOf: accountId });
    return readAdmin(call, id);
  },
});
