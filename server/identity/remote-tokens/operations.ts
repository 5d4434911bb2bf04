import { Transaction } from "sequelize";
import { z } from "zod";
import { Account, Agent, RemoteToken, Session } from "~models";
import { findOneVisible, normalizeUsername, hasUsername, revokeTokens } from "../../accounts";
import { type RowOf, selectColumns, sql } from "../../kernel/database/sql";
import { queryRows } from "../../kernel/database/transactions";
import { productUrl } from "../../kernel/net/urls";
import { Deleted, Id, Ids, Nothing, Text } from "../../kernel/operation/input";
import { command, type CallOrigin, query } from "../../kernel/operation/operation";
import { forbidden, invalid, noSuch } from "../../kernel/operation/refusal";
import { type Actor, atLeast, scopes } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { DAY_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";
import { newScannableToken, newToken, tokenHash } from "../../kernel/process/secrets";
import { requireSecondStep } from "../own-second-step";
import { CLIENT_PREFIX, canReach, TokenRow, tokenRows, visible } from "./tokens";

/** The valid remote tokens for the person's account and those that they created, newest first. */
export const list = query({
  name: "auth.remoteTokens.list",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.array(TokenRow),
  run: ({ actor }) => tokenRows(actor),
});

const tokenColumns = selectColumns(RemoteToken, ["id", "name"], { from: "t" });
const ownerColumns = selectColumns(Account, ["username"]);

/** Name and owner of each token in a confirmation. Tokens that are no longer valid are left out. */
export const named = query({
  name: "auth.remoteTokens.named",
  does: "list remote tokens",
  allow: atLeast("agent"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const tokens = await queryRows<RowOf<typeof tokenColumns> & RowOf<typeof ownerColumns>>(sql`
      SELECT ${tokenColumns}, ${ownerColumns} ${visible(actor)} AND t.id = ANY(${ids}::int[]) ORDER BY t.id`);
    return tokens.map(({ id, name, username }) => `${name || `#${id}`} (${username})`);
  },
});

/** Revokes a token and ends the sessions that it opened. */
export const revoke = command({
  name: "auth.remoteTokens.revoke",
  does: "revoke remote tokens",
  allow: atLeast("agent"),
  type: "DELETE",
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { accountId, kind, name, scope } = await findOneVisible(RemoteToken, actor, id, { lock: true });
    await revokeTokens({ id });
    changed({ record: "remoteToken", id, before: { kind, name, scope }, after: null, onBehalfOf: accountId });
    return { deleted: 1 };
  },
});

const BROWSER_MS = 60_000;
/** Allowed lifetimes of client tokens, in days. */
export const lifetimes: readonly number[] = [1, 7, 30, 90, 365];
const DAYS = "Please choose 1, 7, 30, 90 or 365 days.";
const OWN_ONLY = "You can create a client token for your own account only. For another one, create a sign-in link.";
// Such a token would outlive the link that was used to create it.
const BY_PASSWORD = "Sign in with your password to create a client token.";

/**
 * Creates a sign-in link, which signs a browser in once within a minute, or a client token, which a program uses for
 * days. The token is returned only here. Client tokens are long-lived, so people can create them only for themselves.
 */
export const create = command({
  name: "auth.remoteTokens.create",
  does: "make remote tokens",
  allow: atLeast("agent"),
  type: "CREATE",
  input: z.object({
    accountId: Id.optional(),
    /** Names the account by its agent. */
    agentId: Id.optional(),
    username: Text(255).optional(),
    kind: z.enum(["browser", "client"], "Please choose browser or client."),
    name: Text(64).default(""),
    scope: z.enum(scopes, "Please choose read, all or health.").default("all"),
    days: z
      .int(DAYS)
      .refine((days) => lifetimes.includes(days), DAYS)
      .default(90),
  }),
  output: z.object({
    id: z.int(),
    kind: z.enum(["browser", "client"]),
    name: z.string(),
    scope: z.enum(scopes),
    token: z.string(),
    /** The sign-in link. Null for client tokens, which cannot sign a browser in. */
    url: z.string().nullable(),
    expiresAt: z.string(),
  }),
  credentials: true,
  confirmed: true,
  async run({ actor, from, changed }, { accountId: namedId, agentId, username, kind, name, scope, days }) {
    if (actor.opener === "link" && kind === "client") throw refusal(from, "kind", BY_PASSWORD);
    const accountId = agentId === undefined ? namedId : (await findOneVisible(Agent, actor, agentId)).accountId;
    const own = accountId === undefined ? isOwn(actor.username, username) : accountId === actor.accountId;
    if (kind === "client" && !own) throw refusal(from, "username", OWN_ONLY);
    const token = kind === "client" ? newScannableToken(CLIENT_PREFIX) : newToken(32);
    const expiresAt = new Date(now().getTime() + (kind === "client" ? days * DAY_MS : BROWSER_MS));
    const id = own ? actor.accountId : accountId;
    const account = await Account.findOne({
      where: id === undefined ? hasUsername(username ?? "") : { id, deletedAt: null },
      lock: Transaction.LOCK.NO_KEY_UPDATE,
    });
    if (!account || !(await canReach(actor.accountId, account.id))) {
      throw id === undefined ? invalid({ username: ["There is no such account."] }) : noSuch("account");
    }
    if (kind === "browser") await requireSecondStep(account.id, await ownSession(actor));
    const remoteToken = await RemoteToken.create({
      accountId: account.id,
      kind,
      name,
      scope,
      role: account.role,
      hash: tokenHash(token),
      createdBy: actor.accountId,
      createdAt: now(),
      expiresAt,
    });
    const after = { kind, name, scope };
    changed({ record: "remoteToken", id: remoteToken.id, before: null, after, onBehalfOf: account.id });
    const url = kind === "browser" ? productUrl(`/remote-login?token=${token}`) : null;
    return { id: remoteToken.id, kind, name, scope, token, url, expiresAt: isoTime(expiresAt) };
  },
});

/** A form gets 422 at the field, so that the page keeps its input. Other requests get 403. */
const refusal = ({ channel }: CallOrigin, field: string, message: string) =>
  channel === "form" ? invalid({ [field]: [message] }) : forbidden(message);

const ownSession = async ({ sessionId }: Actor): Promise<Session | null> =>
  sessionId === null ? null : Session.findByPk(sessionId, { attributes: ["secondStep"] });

/** Without a username, the token is for the signed-in account. */
const isOwn = (own: string, username = ""): boolean =>
  username === "" || normalizeUsername(username) === normalizeUsername(own);
