import { z } from "zod";
import { findManagedAccount, findManagedOwner, ownerKinds } from "../../accounts";
import { Deleted, Id } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { endListed, SessionPaging, Sessions, sessionsOf } from "./listed";

/**
 * The sessions of accounts that one manages: managers those of their agents, admins those of agents and managers,
 * superadmins those of admins, too. Ending them leaves client tokens valid, as for one's own.
 */

/** The open sessions of an account. By default the most recently used come first. */
export const list = query({
  name: "accounts.sessions.list",
  does: "list the sessions of accounts that you manage",
  allow: atLeast("company"),
  input: SessionPaging.extend({ id: Id }),
  output: Sessions,
  async run({ actor }, { id, ...paging }) {
    await findManagedAccount(actor, id);
    return sessionsOf(actor, id, paging);
  },
});

/** The same for the pages of an agent, an office or an admin, with the paging parameters of the request. */
export const screen = query({
  name: "accounts.sessions.screen",
  does: "list the sessions of accounts that you manage",
  allow: atLeast("company"),
  input: SessionPaging.extend({ kind: z.enum(ownerKinds), id: Id }),
  output: Sessions.extend({
    asked: SessionPaging,
    account: z.object({ id: z.int(), username: z.string() }),
  }),
  async run({ actor }, { kind, id, ...paging }) {
    const { id: accountId, username } = await findManagedOwner(actor, kind, id);
    const sessions = await sessionsOf(actor, accountId, paging);
    return { ...sessions, asked: paging, account: { id: accountId, username } };
  },
});

/** Ends one session of an account immediately. */
export const end = command({
  name: "accounts.sessions.end",
  does: "end the sessions of accounts that you manage",
  allow: atLeast("company"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id, sessionId: Id }),
  output: Deleted,
  async run(call, { id, sessionId }) {
    await findManagedAccount(call.actor, id);
    const deleted = await endListed(call, { accountId: id, id: sessionId });
    if (deleted === 0) throw noSuch("session");
    return { deleted };
  },
});

/** Ends all sessions of an account immediately. */
export const endAll = command({
  name: "accounts.sessions.endAll",
  does: "end the sessions of accounts that you manage",
  allow: atLeast("company"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run(call, { id }) {
    await findManagedAccount(call.actor, id);
    return { deleted: await endListed(call, { accountId: id }) };
  },
});
