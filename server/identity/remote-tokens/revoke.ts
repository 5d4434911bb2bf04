import { z } from "zod";
import { revokeTokens } from "../../accounts";
import { one } from "../../kernel/database";
import { Deleted, Id } from "../../kernel/input";
import { command } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import { atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { seen } from "./reach";

/** A revoked token opens nothing any more, and what it opened is over. */
export const revoke = command({
  name: "auth.remoteTokens.revoke",
  does: "revoke remote tokens",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const revoked = await one<{ account_id: number; kind: string; name: string; scope: string }>(sql`
      SELECT account_id, kind, name, scope FROM remote_tokens t
      WHERE id = ${id} AND revoked_at IS NULL AND ${seen(actor)} FOR UPDATE`);
    if (!revoked) throw notFound();
    await revokeTokens(sql`id = ${id}`);
    const { account_id, ...before } = revoked;
    changed({ record: "remoteToken", id, before, after: null, onBehalfOf: account_id });
    return { deleted: 1 };
  },
});
