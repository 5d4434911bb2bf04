import { Transaction } from "sequelize";
import { z } from "zod";
import { Account, Agent, RemoteToken, Session } from "~models";
import { findOneVisible, hasUsername, normalizeUsername } from "../../accounts";
import { productUrl } from "../../kernel/net/urls";
import { Flag, Id, Text } from "../../kernel/operation/input";
import { command, type CallOrigin } from "../../kernel/operation/operation";
import { type FieldMessages, forbidden, invalid, noSuch } from "../../kernel/operation/refusal";
import { type Actor, areas, atLeast, hasRole, scopes } from "../../kernel/operation/roles";
import { newScannableToken, newToken, tokenHash } from "../../kernel/process/secrets";
import { isoTime } from "../../kernel/time";
import { DAY_MS } from "../../kernel/time/durations";
import { now } from "../../kernel/time/now";
import { requireSecondStep } from "../own-second-step";
import { auditedToken, CLIENT_PREFIX, canReach } from "./tokens";

const BROWSER_MS = 60_000;
/** Allowed lifetimes of client tokens, in days. */
export const lifetimes: readonly number[] = [1, 7, 30, 90, 365];
const DAYS = "Please choose 1, 7, 30, 90 or 365 days.";
const OWN_ONLY = "You can create a client token for your own account only. For another one, create a sign-in link.";
// Such a token would outlive the link that was used to create it.
const BY_PASSWORD = "Sign in with your password to create a client token.";
const SERVICE_BY = "Only superadmins can create service tokens.";

const Input = z.object({
  accountId: Id.optional(),
  /** Names the account by its agent. */
  agentId: Id.optional(),
  username: Text(255).optional(),
  kind: z.enum(["browser", "client"], "Please choose browser or client."),
  name: Text(64).default(""),
  scope: z.enum(scopes, "Please choose read, all or health.").default("all"),
  /** A client token is limited to calls of these areas; read or write, by its scope. */
  areas: z
    .array(z.enum(areas, "Please choose areas from the list."))
    .min(1, "Please name at least one area, or leave areas out for all of them.")
    .optional(),
  /** A client token of the organization. */
  service: Flag.default(false),
  days: z
    .int(DAYS)
    .refine((days) => lifetimes.includes(days), DAYS)
    .default(90),
});

/** Messages for keys that do not go together, by field. */
function faultsOf({ kind, name, scope, areas: limits, service }: z.output<typeof Input>): FieldMessages {
  const isLink = kind === "browser";
  return {
    ...(limits && isLink && { areas: ["Only client tokens can be limited to areas."] }),
    ...(limits && !isLink && scope === "health" && { areas: ["A token for the health of the server has no areas."] }),
    ...(service && isLink && { service: ["Only client tokens can be service tokens."] }),
    ...(service && name === "" && { name: ["Please name the service token. Logs show the name."] }),
  };
}

/**
 * Creates a sign-in link, which signs a browser in once within a minute, or a client token, which a program uses for
 * days. The token is returned only here. Client tokens are long-lived, so people can create them only for themselves. A
 * service token has the rights of its creator, too, but it outlives their password, and all superadmins see it.
 */
export const create = command({
  name: "auth.remoteTokens.create",
  does: "make remote tokens",
  allow: atLeast("agent"),
  type: "CREATE",
  input: Input,
  output: z.object({
    id: z.int(),
    kind: z.enum(["browser", "client"]),
    name: z.string(),
    scope: z.enum(scopes),
    areas: z.array(z.enum(areas)).nullable(),
    service: z.boolean(),
    token: z.string(),
    /** The sign-in link. Null for client tokens, which cannot sign a browser in. */
    url: z.string().nullable(),
    expiresAt: z.string(),
  }),
  credentials: true,
  confirmed: true,
  async run({ actor, from, changed }, input) {
    const { kind, name, scope, service, days } = input;
    if (actor.opener === "link" && kind === "client") throw refusal(from, "kind", BY_PASSWORD);
    if (service && !hasRole(actor, "superadmin")) throw refusal(from, "service", SERVICE_BY);
    const faults = faultsOf(input);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const account = await ownerOf(actor, from, input);
    if (kind === "browser") await requireSecondStep(account.id, await ownSession(actor));
    const token = kind === "client" ? newScannableToken(CLIENT_PREFIX) : newToken(32);
    const expiresAt = new Date(now().getTime() + (kind === "client" ? days * DAY_MS : BROWSER_MS));
    const remoteToken = await RemoteToken.create({
      accountId: account.id,
      kind,
      name,
      scope,
      areas: input.areas ? areas.filter((area) => input.areas?.includes(area)) : null,
      service,
      role: account.role,
      hash: tokenHash(token),
      createdBy: actor.accountId,
      createdAt: now(),
      expiresAt,
    });
    const { id, areas: limits } = remoteToken;
    changed({ record: "remoteToken", id, before: null, after: auditedToken(remoteToken), onBehalfOf: account.id });
    const url = kind === "browser" ? productUrl(`/remote-login?token=${token}`) : null;
    return { id, kind, name, scope, areas: limits, service, token, url, expiresAt: isoTime(expiresAt) };
  },
});

/** The account that the token is for, locked. Without a name, it is the actor's own. */
async function ownerOf(actor: Actor, from: CallOrigin, input: z.output<typeof Input>): Promise<Account> {
  const { accountId: namedId, agentId, username, kind } = input;
  const accountId = agentId === undefined ? namedId : (await findOneVisible(Agent, actor, agentId)).accountId;
  const own = accountId === undefined ? isOwn(actor.username, username) : accountId === actor.accountId;
  if (kind === "client" && !own) throw refusal(from, "username", OWN_ONLY);
  const id = own ? actor.accountId : accountId;
  const account = await Account.findOne({
    where: id === undefined ? hasUsername(username ?? "") : { id, deletedAt: null },
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  if (!account || !(await canReach(actor.accountId, account.id))) {
    throw id === undefined ? invalid({ username: ["There is no such account."] }) : noSuch("account");
  }
  return account;
}

/** A form gets 422 at the field, so that the page keeps its input. Other requests get 403. */
const refusal = ({ channel }: CallOrigin, field: string, message: string) =>
  channel === "form" ? invalid({ [field]: [message] }) : forbidden(message);

const ownSession = async ({ sessionId }: Actor): Promise<Session | null> =>
  sessionId === null ? null : Session.findByPk(sessionId, { attributes: ["secondStep"] });

/** Without a username, the token is for the signed-in account. */
const isOwn = (own: string, username = ""): boolean =>
  username === "" || normalizeUsername(username) === normalizeUsername(own);
