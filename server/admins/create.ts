import { createAccount } from "../accounts";
import { one } from "../kernel/database";
import { command } from "../kernel/operation";
import { atLeast, levels } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { Admin, adminOf, findAdmin } from "./admin";
import { NewAdmin } from "./fields";

/** A new admin with the flags that are named; without any he sees no dollars, approves nobody and reads no logs. */
export const create = command({
  name: "admins.create",
  does: "add admins",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewAdmin,
  output: Admin,
  async run(call, { username, email, password, ...flags }) {
    const { earningVisible = false, approveAgents = false, showSuspend = false, showCommonLogs = false } = flags;
    const accountId = await createAccount({ role: levels.admin, username, password });
    const { id } = (await one<{ id: number }>(sql`
      INSERT INTO admins (account_id, email, earning_visible, approve_agents, show_suspend, show_common_logs)
      VALUES (${accountId}, ${email}, ${earningVisible}, ${approveAgents}, ${showSuspend}, ${showCommonLogs})
      RETURNING id`)) as { id: number };
    const after = { username, email, earningVisible, approveAgents, showSuspend, showCommonLogs };
    call.changed({ record: "admin", id, before: null, after, onBehalfOf: accountId });
    return adminOf(call, await findAdmin(id));
  },
});
