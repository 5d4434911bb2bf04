import { z } from "zod";
import { Account } from "~models";
import { isNamed, verifyPassword } from "../accounts";
import { config } from "../kernel/config";
import { writeTransaction } from "../kernel/database";
import { Required, Text, Verbatim } from "../kernel/input";
import { command } from "../kernel/operation";
import { isoTime } from "../kernel/periods";
import { invalid, invalidForm } from "../kernel/refusal";
import { anyone } from "../kernel/roles";
import { isRight } from "./captcha";
import { holdAccount, openSession } from "./sessions";
import { admit } from "./throttle";
import { confirmedAt, pass, WRONG_CODE } from "./two-step/authenticator";
import { CodeAsked, newTicket } from "./two-step/ticket";

const WRONG = "Wrong username, password or captcha";
// Whatever else stands there is a wrong captcha, or, with CAPTCHA=off, nothing at all.
const CaptchaField = z.string().max(2_000).optional().catch(undefined);

export const Opened = z.object({ token: z.string(), expiresAt: z.string() });

/**
 * Signing in by name and password. Unknown, wrong, blocked, unapproved and deleted are told apart by nothing, neither
 * words nor time. Where the account has a second step, `totp` is a code of the app or a recovery code; without one the
 * answer is a refusal that asks for it.
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
    totp: Text(64).optional(),
  }),
  output: Opened,
  secret: ["password", "captchaString", "captchaCheck", "totp"],
  async before(call, { username, password, captchaString, captchaCheck }) {
    const attempt = await admit(call, "sign-in", username);
    return attempt.judging(async () => {
      const { human, known } = await writeTransaction(async () => ({
        human: !config().CAPTCHA || (await isRight(captchaCheck, captchaString)),
        known: await Account.findOne({ attributes: ["id", "passwordHash"], where: isNamed(username) }),
      }));
      if (!human) throw invalidForm(WRONG);
      if (!(await verifyPassword(known?.passwordHash, password)) || !known) throw invalidForm(WRONG);
      return { id: known.id, passwordHash: known.passwordHash, attempt };
    });
  },
  async run({ from, changed }, { totp }, { id, passwordHash, attempt }) {
    const account = await holdAccount(id, passwordHash);
    if (!account) throw invalidForm(WRONG);
    const secondStep = (await confirmedAt(id)) ? await pass(id, totp ?? "") : null;
    if (secondStep === undefined) {
      if (totp) throw invalid({ totp: [WRONG_CODE] });
      attempt.takeBack();
      throw new CodeAsked(newTicket(id, passwordHash));
    }
    const { token, expiresAt, id: sessionId } = await openSession({ account }, from);
    await attempt.forgive();
    changed({
      record: "session",
      id: sessionId,
      before: null,
      after: { ip: from.ip, ...(secondStep && { secondStep }) },
      onBehalfOf: id,
    });
    return { token, expiresAt: isoTime(expiresAt) };
  },
});
