import { z } from "zod";
import { type Account, Session } from "~models";
import { findManagedAccount, findManagedOwner, isOpenSession, maySignIn } from "../accounts";
import { sql, type Statement } from "../kernel/database/sql";
import { Id } from "../kernel/operation/input";
import { requireOwner } from "../kernel/operation/permission";
import { command } from "../kernel/operation/operation";
import { forbidden } from "../kernel/operation/refusal";
import { type Actor, atLeast, levels } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { requireSecondStep } from "./own-second-step";
import { openSession } from "./sessions";

/**
 * Condition for a session of `accounts` in which the account `viewer` looks at it, from their session `viewing`: that
 * one is open, and they still manage the account. Checked at every request.
 */
export const isOpenView = (): Statement => sql`(${isOpenSession(sql`viewing`)}
  AND viewer.role = viewing.role AND viewer.role < accounts.role AND ${maySignIn(sql`viewer`)}
  AND (viewer.role <= ${levels.admin} OR EXISTS (
    SELECT 1 FROM agents a JOIN offices o ON o.id = a.company_id
    WHERE a.account_id = accounts.id AND o.account_id = viewer.id)))`;

/**
 * Opens a session in which the person looks at the account of somebody they manage and can change nothing. It ends with
 * their own. Throws 404 for accounts that they do not manage.
 */
export const viewAs = command({
  name: "auth.viewAs",
  does: "view the product as somebody else",
  allow: atLeast("company"),
  type: "AUTH",
  input: z.object({
    accountId: Id.optional(),
    /** Names the account by its agent. */
    agentId: Id.optional(),
    /** Names the account by its office. */
    companyId: Id.optional(),
  }),
  output: z.object({ token: z.string(), until: z.string() }),
  async run({ actor, from, changed }, names) {
    requireOwner(actor);
    const own = actor.sessionId === null ? null : await Session.findByPk(actor.sessionId);
    if (!own || actor.scope !== "all")
      throw forbidden("Sign in with your password to view the product as somebody else.");
    const account = await managedAccount(actor, names);
    await requireSecondStep(account.id, own);
    const view = await openSession({ account, viewer: { session: own, username: actor.username } }, from);
    const after = { viewing: true, ip: from.ip };
    changed({ record: "session", id: view.id, before: null, after, onBehalfOf: account.id });
    return { token: view.token, until: isoTime(view.expiresAt) };
  },
});

type Names = { accountId?: number; agentId?: number; companyId?: number };

function managedAccount(actor: Actor, { accountId, agentId, companyId }: Names): Promise<Account> {
  if (agentId !== undefined) return findManagedOwner(actor, "agent", agentId);
  if (companyId !== undefined) return findManagedOwner(actor, "office", companyId);
  return findManagedAccount(actor, accountId ?? 0);
}
