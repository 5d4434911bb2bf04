import { z } from "zod";
import { maySignIn } from "../accounts";
import { one, writing } from "../kernel/database";
import { Required } from "../kernel/input";
import { command } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { invalid, invalidForm } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { Opened } from "./login";
import { openSession } from "./sessions";
import { admit } from "./throttle";
import { pass, WRONG_CODE } from "./two-step/authenticator";
import { opened } from "./two-step/ticket";

const OVER = "This took too long. Please log in again.";

/** The second step of a sign-in on the sign-in page: the ticket that the right password gave, and a code. */
export const loginCode = command({
  name: "auth.loginCode",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({ ticket: Required(1_000), totp: Required(64) }),
  output: Opened,
  secret: ["ticket", "totp"],
  async before(call, { ticket }) {
    const note = opened(ticket);
    const account =
      note &&
      (await writing(() =>
        one<{ id: number; username: string; password_hash: string }>(sql`
          SELECT id, username, password_hash FROM accounts WHERE id = ${note.accountId}`),
      ));
    if (!account || !note.fits(account.password_hash)) throw invalidForm(OVER);
    return { ...account, attempt: await admit(call, "sign-in", account.username) };
  },
  async run({ from, changed }, { totp }, { id, password_hash, attempt }) {
    const account = await one(sql`
      SELECT id FROM accounts WHERE id = ${id} AND password_hash = ${password_hash} AND ${maySignIn()} FOR UPDATE`);
    if (!account) throw invalidForm(OVER);
    const secondStep = await pass(id, totp);
    if (!secondStep) throw invalid({ totp: [WRONG_CODE] });
    const session = await openSession({ accountId: id }, from);
    await attempt.forgive();
    changed({ record: "session", id: session.id, before: null, after: { ip: from.ip, secondStep }, onBehalfOf: id });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});
