import { z } from "zod";
import { endSession } from "../../accounts";
import { one } from "../../kernel/database";
import { Deleted, Id } from "../../kernel/input";
import { command } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import { atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";

/** Signs one of the person's own browsers or programs out, at once. */
export const end = command({
  name: "auth.sessions.end",
  does: "end your sessions",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor: { accountId }, changed }, { id }) {
    const own = await one(sql`
      SELECT id FROM sessions WHERE id = ${id} AND account_id = ${accountId} AND ended_at IS NULL FOR UPDATE`);
    if (!own) throw notFound();
    await endSession(id);
    changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
    return { deleted: 1 };
  },
});
