import { z } from "zod";
import { maySignIn } from "../accounts";
import { now } from "../kernel/clock";
import { one } from "../kernel/database";
import { Required } from "../kernel/input";
import { command } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { invalidToken } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { tokenHash } from "../kernel/secrets";
import { sql } from "../kernel/sql";
import { Opened } from "./login";
import { openSession } from "./sessions";

type Exchanged = {
  id: number;
  account_id: number;
  kind: "browser" | "client";
  scope: "all" | "read";
  expires_at: Date;
};

/** A remote token becomes a session: a browser's once and within a minute, a client's until it is revoked or too old. */
export const loginRemote = command({
  name: "auth.loginRemote",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({ token: Required(255) }),
  output: Opened,
  secret: ["token"],
  async run({ from, changed }, { token }) {
    const moment = now();
    const exchanged = await one<Exchanged>(sql`
      UPDATE remote_tokens t SET last_used_at = ${moment},
        used_at = CASE t.kind WHEN 'browser' THEN ${moment}::timestamptz END
      FROM accounts
      WHERE t.hash = ${tokenHash(token)} AND t.revoked_at IS NULL AND t.expires_at > ${moment} AND t.used_at IS NULL
        AND accounts.id = t.account_id AND ${maySignIn()}
      RETURNING t.id, t.account_id, t.kind, t.scope, t.expires_at`);
    if (!exchanged) throw invalidToken();
    const { id, account_id, kind, scope, expires_at } = exchanged;
    // What a client's token opened does not outlive it; a browser's token is only the way in.
    const until = kind === "client" ? expires_at : null;
    const session = await openSession({ accountId: account_id, scope, remoteToken: { id, until } }, from);
    changed({
      record: "remoteToken",
      id,
      before: null,
      after: { exchangedFor: session.id, ip: from.ip },
      onBehalfOf: account_id,
    });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});
