import { z } from "zod";
import { Admin } from "~models";
import { createAccount } from "../accounts";
import { Email, Password, Username } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast, levels } from "../kernel/operation/roles";

/** Creates the first account of a deployment. Run on the server itself. */
export const createSuperadmin = command({
  name: "accounts.createSuperadmin",
  does: "make superadmins",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: z.object({ username: Username, email: Email, password: Password }),
  output: z.object({ accountId: z.int(), username: z.string() }),
  secret: ["password"],
  async run({ changed }, { username, email, password }) {
    const accountId = await createAccount({ role: levels.superadmin, username, password });
    const flags = { earningVisible: true, approveAgents: true, showSuspend: true, showCommonLogs: true };
    await Admin.create({ accountId, email, ...flags });
    changed({ record: "account", id: accountId, before: null, after: { username, email, role: levels.superadmin } });
    return { accountId, username };
  },
});
