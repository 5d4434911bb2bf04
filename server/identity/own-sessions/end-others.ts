import { endSessions } from "../../accounts";
import { now } from "../../kernel/clock";
import { rows } from "../../kernel/database";
import { Deleted, Nothing } from "../../kernel/input";
import { command } from "../../kernel/operation";
import { atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";

/** Signs the person out everywhere else: every session of his ends but the one that asks. */
export const endOthers = command({
  name: "auth.sessions.endOthers",
  does: "end your sessions",
  allow: atLeast("agent"),
  input: Nothing,
  output: Deleted,
  async run({ actor: { accountId, sessionId }, changed }) {
    const others = await rows<{ id: number }>(sql`
      SELECT id FROM sessions
      WHERE account_id = ${accountId} AND id IS DISTINCT FROM ${sessionId}::bigint AND ended_at IS NULL
        AND expires_at > ${now()}
      ORDER BY id FOR UPDATE`);
    await endSessions(accountId, sessionId);
    for (const { id } of others) {
      changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
    }
    return { deleted: others.length };
  },
});
