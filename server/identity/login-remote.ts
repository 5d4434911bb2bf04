import { z } from "zod";
import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { Required } from "../kernel/input";
import { command, type From } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { invalidToken } from "../kernel/refusal";
import { anyone, type Scope } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { Opened } from "./login";
import { live } from "./remote-tokens/live";
import { kindOf, openSession } from "./sessions";

type Exchanged = {
  id: number;
  account_id: number;
  kind: "browser" | "client";
  scope: Scope;
  by: string | null;
  expires_at: Date;
};

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
    const exchanged = await useToken(token, from);
    if (!exchanged) throw invalidToken();
    const { id, account_id, kind, scope, by, expires_at } = exchanged;
    // What a client's token opened does not outlive it; a browser's token is only the way in.
    const until = kind === "client" ? expires_at : null;
    const session = await openSession({ accountId: account_id, scope, by, remoteToken: { id, until } }, from);
    changed({
      record: "remoteToken",
      id,
      before: null,
      after: { exchangedFor: session.id, ip: from.ip },
      onBehalfOf: account_id,
      by,
    });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});

async function useToken(token: string, from: From): Promise<Exchanged | undefined> {
  const [hash, moment] = [tokenHash(token), now()];
  // The account's row is locked first, as it is when its tokens are revoked: one of the two happens wholly before the other.
  await one(sql`
    SELECT id FROM accounts WHERE id = (SELECT account_id FROM remote_tokens WHERE hash = ${hash}) FOR UPDATE`);
  return one<Exchanged>(sql`
    UPDATE remote_tokens t SET last_used_at = ${moment},
      used_at = CASE t.kind WHEN 'browser' THEN ${moment}::timestamptz END
    FROM accounts
    WHERE t.hash = ${hash} AND accounts.id = t.account_id AND ${live()}
      AND (t.kind = 'browser' OR ${kindOf(from)} = 'bearer')
    RETURNING t.id, t.account_id, t.kind, t.scope, t.expires_at,
      (SELECT by.username FROM accounts by WHERE by.id = t.created_by AND by.id <> t.account_id) AS by`);
}
