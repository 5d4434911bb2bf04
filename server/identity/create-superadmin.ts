import { z } from "zod";
import { createAccount } from "../accounts";
import { run } from "../kernel/database";
import { Email, Password, Username } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast, levels } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The first account of a deployment, made on the server itself. */
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
    await run(sql`
      INSERT INTO admins (account_id, email, earning_visible, approve_agents, show_suspend, show_common_logs)
      VALUES (${accountId}, ${email}, true, true, true, true)`);
    changed({ record: "account", id: accountId, before: null, after: { username, email, role: levels.superadmin } });
    return { accountId, username };
  },
});
