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
import { countTry, forgive } from "./throttle";
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
  async before({ from }, { ticket }) {
    const note = opened(ticket);
    return writing(async () => {
      const account =
        note &&
        (await one<{ id: number; username: string; password_hash: string }>(sql`
          SELECT id, username, password_hash FROM accounts WHERE id = ${note.accountId}`));
      if (!account || !note.fits(account.password_hash)) throw invalidForm(OVER);
      await countTry({ name: account.username, ip: from.ip });
      return account;
    });
  },
  async run({ from, changed }, { totp }, { id, username, password_hash }) {
    const account = await one(sql`
      SELECT id FROM accounts WHERE id = ${id} AND password_hash = ${password_hash} AND ${maySignIn()} FOR UPDATE`);
    if (!account) throw invalidForm(OVER);
    const secondStep = await pass(id, totp);
    if (!secondStep) throw invalid({ totp: [WRONG_CODE] });
    const session = await openSession({ accountId: id }, from);
    await forgive({ name: username, ip: from.ip });
    changed({ record: "session", id: session.id, before: null, after: { ip: from.ip, secondStep }, onBehalfOf: id });
    return { token: session.token, expiresAt: isoTime(session.expiresAt) };
  },
});
