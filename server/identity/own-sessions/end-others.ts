import { Op } from "sequelize";
import { Session } from "~models";
import { endSessions } from "../../accounts";
import { now } from "../../kernel/periods/now";
import { Deleted, Nothing } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { atLeast } from "../../kernel/operation/roles";

/** Ends all sessions of the person except the one that made the request. */
export const endOthers = command({
  name: "auth.sessions.endOthers",
  does: "end your sessions",
  allow: atLeast("agent"),
  input: Nothing,
  output: Deleted,
  async run({ actor, changed }) {
    const { accountId, sessionId } = actor;
    const others = await Session.findAll({
      attributes: ["id"],
      where: { ...Session.visibleTo(actor).where, id: { [Op.ne]: sessionId ?? 0 }, expiresAt: { [Op.gt]: now() } },
      order: ["id"],
      lock: true,
    });
    await endSessions(accountId, sessionId);
    for (const { id } of others) {
      changed({ record: "session", id, before: { live: true }, after: { live: false }, onBehalfOf: accountId });
    }
    return { deleted: others.length };
  },
});
