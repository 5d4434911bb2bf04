import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { now } from "../kernel/time/now";
import { queryOne } from "../kernel/database/transactions";
import { Required, Text } from "../kernel/operation/input";
import { command, type CallOrigin, query } from "../kernel/operation/operation";
import { isoTime } from "../kernel/time";
import { invalidToken } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { tokenHash } from "../kernel/process/secrets";
import { sql } from "../kernel/database/sql";
import { SessionOutput } from "./login-code";
import { isLive, serviceName } from "./remote-tokens/tokens";
import { sessionKind, openSession } from "./sessions";

/**
 * Exchanges a remote token for a session. A browser token works once, within a minute. A client token works until it
 * is revoked or expires, and only opens bearer sessions: in a URL it would remain in histories and logs.
 */
export const loginRemote = command({
  name: "auth.loginRemote",
  does: "sign in with a sign-in link",
  allow: anyone,
  type: "AUTH",
  input: z.object({ token: Required(255) }),
  output: SessionOutput,
  secret: ["token"],
  async run({ from, changed }, { token }) {
    const used = await exchangeToken(token, from);
    if (!used) throw invalidToken();
    const { account, service } = used;
    const { id, accountId, kind, scope, expiresAt, creator } = used.remoteToken;
    const by = creator && creator.id !== accountId ? creator.username : service;
    // A session opened by a client token ends with it at the latest. A browser token does not limit its session.
    const until = kind === "client" ? expiresAt : null;
    const session = await openSession({ account, scope, by, remoteToken: { id, until } }, from);
    changed({
      record: "remoteToken",
      id,
      before: null,
      after: { exchangedFor: session.id, ip: from.ip },
      onBehalfOf: accountId,
      by,
    });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});

/**
 * The username that a sign-in link opens, null if the link is no longer valid. Changes nothing, because previews of
 * messages open links too.
 */
export const remoteLink = query({
  name: "auth.remoteLink",
  does: "open a sign-in link",
  allow: anyone,
  autocommit: true,
  quiet: true,
  input: z.object({ token: Text(255) }),
  output: z.object({ username: z.string().nullable() }),
  secret: ["token"],
  async run(_call, { token }) {
    const link = await queryOne<{ username: string }>(sql`
      SELECT accounts.username FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id
      WHERE t.hash = ${tokenHash(token)} AND t.kind = 'browser' AND ${isLive()}`);
    return { username: link?.username ?? null };
  },
});

/** `live` is the one rule for whether a token is valid, shared by every use of tokens. */
async function exchangeToken(
  token: string,
  from: CallOrigin,
): Promise<{ remoteToken: RemoteToken; account: Account; service: string | null } | undefined> {
  const remoteToken = await RemoteToken.findOne({
    where: { hash: tokenHash(token) },
    include: [{ association: "creator", attributes: ["id", "username"] }],
  });
  if (!remoteToken || remoteToken.kind === "feed") return undefined;
  if (remoteToken.kind === "client" && sessionKind(from) !== "bearer") return undefined;
  // Exchanges and revocations of an account's tokens lock its row first, so that each sees the writes of the last.
  const account = await Account.findByPk(remoteToken.accountId, { lock: true });
  const live = await queryOne<{ service: string | null }>(sql`
    SELECT ${serviceName} AS service FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id
    WHERE t.id = ${remoteToken.id} AND ${isLive()}`);
  if (!account || !live) return undefined;
  await remoteToken.update({ lastUsedAt: now(), ...(remoteToken.kind === "browser" && { usedAt: now() }) });
  return { remoteToken, account, service: live.service };
}
