import { z } from "zod";
import { maySignIn, verifyPassword } from "../accounts";
import { config } from "../kernel/config";
import { one, writing } from "../kernel/database";
import { Required, Verbatim } from "../kernel/input";
import { command } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { invalidForm } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { isRight } from "./captcha";
import { openSession } from "./sessions";
import { countTry, forgive } from "./throttle";

const WRONG = "Wrong username, password or captcha";
// Whatever else stands there is a wrong captcha, or, with CAPTCHA=off, nothing at all.
const CaptchaField = z.string().max(2_000).optional().catch(undefined);

export const Opened = z.object({ token: z.string(), expiresAt: z.string() });

/**
 * Signing in by name and password. Unknown, wrong, blocked, unapproved and deleted are told apart by nothing, neither
 * words nor time.
 */
export const login = command({
  name: "auth.login",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({
    username: Required(255),
    password: Verbatim(255).min(1, "Please fill in this field."),
    captchaString: CaptchaField,
    captchaCheck: CaptchaField,
  }),
  output: Opened,
  secret: ["password", "captchaString", "captchaCheck"],
  async before({ from }, { username, password, captchaString, captchaCheck }) {
    const human = await writing(async () => {
      await countTry({ name: username, ip: from.ip });
      return !config().CAPTCHA || (await isRight(captchaCheck, captchaString));
    });
    if (!human) throw invalidForm(WRONG);
    const known = await writing(() =>
      one<{ id: number; password_hash: string }>(sql`
        SELECT id, password_hash FROM accounts WHERE lower(username) = lower(${username}) AND deleted_at IS NULL`),
    );
    if (!(await verifyPassword(known?.password_hash, password)) || !known) throw invalidForm(WRONG);
    return known;
  },
  async run({ from, changed }, { username }, { id, password_hash }) {
    // The row is held: whoever blocks the account or changes its password meanwhile comes before or after all of this.
    const account = await one(sql`
      SELECT id FROM accounts WHERE id = ${id} AND password_hash = ${password_hash} AND ${maySignIn()} FOR UPDATE`);
    if (!account) throw invalidForm(WRONG);
    const { token, expiresAt, id: sessionId } = await openSession({ accountId: id }, from);
    await forgive({ name: username, ip: from.ip });
    changed({ record: "session", id: sessionId, before: null, after: { ip: from.ip }, onBehalfOf: id });
    return { token, expiresAt: isoTime(expiresAt) };
  },
});
