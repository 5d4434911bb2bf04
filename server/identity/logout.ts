import { z } from "zod";
import { endSession, revokeTokens } from "../accounts";
import { Nothing } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

/** Ends the session, bearer token or client token that made the request, immediately. */
export const logout = command({
  name: "auth.logout",
  does: "sign out",
  allow: atLeast("agent"),
  type: "AUTH",
  input: Nothing,
  output: z.object({}),
  async run({ actor, changed }) {
    if (actor.clientTokenId) {
      await revokeTokens({ id: actor.clientTokenId });
      changed({ record: "remoteToken", id: actor.clientTokenId, before: { live: true }, after: { live: false } });
    }
    if (actor.sessionId === null) return {};
    await endSession(actor.sessionId);
    changed({ record: "session", id: actor.sessionId, before: { live: true }, after: { live: false } });
    return {};
  },
});
