import { Op } from "sequelize";
import { z } from "zod";
import { noSuch } from "../../kernel/operation/refusal";
import { Deleted, Id, Nothing } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";
import { endListed, SessionPaging, Sessions, sessionsOf } from "./listed";

/** The person's open sessions, of browsers and programs. By default the most recently used come first. */
export const list = query({
  name: "auth.sessions.list",
  does: "list your sessions",
  allow: atLeast("agent"),
  input: SessionPaging,
  output: Sessions,
  run: ({ actor }, paging) => sessionsOf(actor, actor.accountId, paging),
});

/** The same for the screen, with the paging parameters of the request. */
export const screen = query({
  name: "auth.sessions.screen",
  does: "list your sessions",
  allow: atLeast("agent"),
  input: SessionPaging,
  output: Sessions.extend({ asked: SessionPaging }),
  run: async ({ actor }, paging) => ({ ...(await sessionsOf(actor, actor.accountId, paging)), asked: paging }),
});

/** Ends one of the person's own sessions, of a browser or a program, immediately. */
export const end = command({
  name: "auth.sessions.end",
  does: "end your sessions",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run(call, { id }) {
    const deleted = await endListed(call, { accountId: call.actor.accountId, id });
    if (deleted === 0) throw noSuch("session");
    return { deleted };
  },
});

/** Ends all sessions of the person except the one that made the request. */
export const endOthers = command({
  name: "auth.sessions.endOthers",
  does: "end your sessions",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: Nothing,
  output: Deleted,
  async run(call) {
    const { accountId, sessionId } = call.actor;
    return { deleted: await endListed(call, { accountId, id: { [Op.ne]: sessionId ?? 0 } }) };
  },
});
