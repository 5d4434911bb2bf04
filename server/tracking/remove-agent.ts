import { z } from "zod";
import { eraseAgent } from "../agents";
import { execute } from "../kernel/database/transactions";
import { Deleted, Id } from "../kernel/operation/input";
import { markLinksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { designated } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";

/**
 * Deletes an agent: removes their sign-in, names and logs, and their links stop working. Their clicks and sales stay,
 * without the IP addresses, referers and e-mail addresses of visitors and customers. No ID and no figure of the past
 * changes.
 */
export const removeAgent = command({
  name: "agents.remove",
  does: "delete agents",
  allow: designated,
  type: "DELETE",
  confirmed: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { accountId, username } = await eraseAgent(actor, id);
    // A long-standing agent can have more rows than the default statement timeout allows to update.
    await execute(sql`SET LOCAL statement_timeout = 0`);
    await execute(sql`
      UPDATE clicks SET ip = NULL, referer = NULL
      WHERE agent_id = ${id} AND (ip IS NOT NULL OR referer IS NOT NULL)`);
    await execute(sql`
      UPDATE sale_events SET email = NULL, referer = NULL
      WHERE agent_id = ${id} AND (email IS NOT NULL OR referer IS NOT NULL)`);
    await execute(sql`UPDATE postbacks SET params = params - 'email', ip = NULL WHERE agent_id = ${id}`);
    changed({ record: "agent", id, before: { username }, after: null, onBehalfOf: accountId });
    await markLinksChanged();
    return { deleted: 1 };
  },
});
