import { z } from "zod";
import { Session } from "~models";
import { endSession, findOneVisible } from "../../accounts";
import { Deleted, Id } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";

/** Ends one of the person's own sessions, of a browser or a program, immediately. */
export const end = command({
  name: "auth.sessions.end",
  does: "end your sessions",
  allow: atLeast("agent"),
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { accountId } = await findOneVisible(Session, actor, id, { lock: true });
    await endSession(id);
    changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
    return { deleted: 1 };
  },
});
