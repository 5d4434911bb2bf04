import { z } from "zod";
import { endSessionsOfToken } from "../../accounts";
import { now } from "../../kernel/clock";
import { one } from "../../kernel/database";
import { Deleted, Id } from "../../kernel/input";
import { command } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import { atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { reachable } from "./reach";

/** A revoked token opens nothing any more, and what it opened is over. */
export const revoke = command({
  name: "auth.remoteTokens.revoke",
  does: "revoke remote tokens",
  allow: atLeast("company"),
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const revoked = await one<{ account_id: number; kind: string; name: string; scope: string }>(sql`
      UPDATE remote_tokens SET revoked_at = ${now()}
      WHERE id = ${id} AND revoked_at IS NULL AND ${reachable(actor, sql`remote_tokens.account_id`)}
      RETURNING account_id, kind, name, scope`);
    if (!revoked) throw notFound();
    await endSessionsOfToken(id);
    const { account_id, ...before } = revoked;
    changed({ record: "remoteToken", id, before, after: null, onBehalfOf: account_id });
    return { deleted: 1 };
  },
});
