import { z } from "zod";
import { Account } from "~models";
import { endSession, revokeTokens } from "../accounts";
import { type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { queryOne } from "../kernel/database/transactions";
import { Nothing } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { atLeast, permissions } from "../kernel/operation/roles";
import { dayOf } from "../kernel/time";

/** Ends the session, bearer token or client token that made the request, immediately. */
export const logout = command({
  name: "auth.logout",
  does: "sign out",
  allow: atLeast("agent"),
  type: "AUTH",
  viewing: true,
  whileDue: ["password", "secondStep"],
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

/** The signed-in account, for API clients. */
export const me = query({
  name: "accounts.me",
  does: "read your account",
  allow: atLeast("agent"),
  whileDue: ["password", "secondStep"],
  input: Nothing,
  output: z.object({
    username: z.string(),
    accountId: z.int(),
    agentId: z.int().nullable(),
    companyId: z.int().nullable(),
    officeName: z.string().nullable(),
    permissions: z.array(z.enum(permissions)),
    role: z.int(),
    /** The session is for looking only. */
    viewing: z.boolean(),
    /** Username of the person who views the account or created the sign-in link in use. Null for one's own sessions. */
    by: z.string().nullable(),
    /** The person has to do this before anything else: replace a given password, or set up two-step sign-in. */
    due: z.enum(["password", "secondStep"]).nullable(),
    /** The last New York day on which the account may be used without two-step sign-in. Null if it need not be set up. */
    secondStepUntil: z.string().nullable(),
  }),
  run: async ({ actor }) => ({
    ...actor,
    permissions: [...actor.permissions],
    viewing: actor.viewing ?? false,
    by: actor.by ?? null,
    due: actor.due ?? null,
    secondStepUntil: actor.secondStepUntil ?? null,
  }),
});

const statusColumns = selectColumns(Account, ["active", "statusReason", "statusAt"]);

/**
 * Whether the signed-in account is active, and why not. A suspended account can sign in and see the reason.
 * Every Home reads it, and a query through the model takes three times as long.
 */
export const accountStatus = query({
  name: "accounts.standing",
  does: "read the status of your account",
  allow: atLeast("agent"),
  autocommit: true,
  input: Nothing,
  output: z.object({
    active: z.boolean(),
    reason: z.string().nullable(),
    /** The New York day of the suspension. Null while active, and if it is not known. */
    since: z.string().nullable(),
  }),
  async run({ actor }) {
    const account = await queryOne<RowOf<typeof statusColumns>>(
      sql`SELECT ${statusColumns} FROM accounts WHERE id = ${actor.accountId}`,
    );
    if (account?.active) return { active: true, reason: null, since: null };
    const { statusReason: reason = null, statusAt } = account ?? {};
    return { active: false, reason, since: statusAt ? dayOf(statusAt) : null };
  },
});
