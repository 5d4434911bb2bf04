import { z } from "zod";
import { endSession } from "../accounts";
import { Nothing } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";

/** Signing out ends the session or bearer token that asked, at once. */
export const logout = command({
  name: "auth.logout",
  does: "sign out",
  allow: atLeast("agent"),
  type: "AUTH",
  input: Nothing,
  output: z.object({}),
  async run({ actor, changed }) {
    if (actor.sessionId === null) return {};
    await endSession(actor.sessionId);
    changed({ record: "session", id: actor.sessionId, before: { live: true }, after: { live: false } });
    return {};
  },
});
