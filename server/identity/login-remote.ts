import { z } from "zod";
import { Account, RemoteToken } from "~models";
import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { Required } from "../kernel/input";
import { command, type From } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { invalidToken } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { Opened } from "./login";
import { live } from "./remote-tokens/live";
import { kindOf, openSession } from "./sessions";

/**
 * A remote token becomes a session: a browser's once and within a minute, a client's until it is revoked or too old. A
 * client token opens bearers alone: in an address it would stay in histories and logs.
 */
export const loginRemote = command({
  name: "auth.loginRemote",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({ token: Required(255) }),
  output: Opened,
  secret: ["token"],
  async run({ from, changed }, { token }) {
    const used = await useToken(token, from);
    if (!used) throw invalidToken();
    const { account } = used;
    const { id, accountId, kind, scope, expiresAt, creator } = used.sent;
    const by = creator && creator.id !== accountId ? creator.username : null;
    // What a client's token opened does not outlive it; a browser's token is only the way in.
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

/** SQL by hand: whether a token opens anything is one rule for every way to use it (`live`). */
async function useToken(token: string, from: From): Promise<{ sent: RemoteToken; account: Account } | undefined> {
  const sent = await RemoteToken.findOne({
    where: { hash: tokenHash(token) },
    include: [{ association: "creator", attributes: ["id", "username"] }],
  });
  if (!sent || (sent.kind === "client" && kindOf(from) !== "bearer")) return undefined;
  // Exchanges and revocations of an account's tokens lock its row first, so that each reads what the one before it wrote.
  const account = await Account.findByPk(sent.accountId, { lock: true });
  const opens = await one(sql`
    SELECT 1 FROM remote_tokens t JOIN accounts ON accounts.id = t.account_id WHERE t.id = ${sent.id} AND ${live()}`);
  if (!account || !opens) return undefined;
  await sent.update({ lastUsedAt: now(), ...(sent.kind === "browser" && { usedAt: now() }) });
  return { sent, account };
}
