import { z } from "zod";
import { RemoteToken } from "~models";
import { findOneVisible, revokeTokens } from "../../accounts";
import { Deleted, Id } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";

/** Revokes a token and ends the sessions that it opened. */
export const revoke = command({
  name: "auth.remoteTokens.revoke",
  does: "revoke remote tokens",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { accountId, kind, name, scope } = await findOneVisible(RemoteToken, actor, id, { lock: true });
    await revokeTokens({ id });
    changed({ record: "remoteToken", id, before: { kind, name, scope }, after: null, onBehalfOf: accountId });
    return { deleted: 1 };
  },
});
