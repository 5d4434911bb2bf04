import { z } from "zod";
import { Account } from "~models";
import { hasUsername, checkPassword } from "../accounts";
import { config } from "../kernel/process/config";
import { writeTransaction } from "../kernel/database/transactions";
import { Text, TypedUsername, Verbatim } from "../kernel/operation/input";
import { networkAddress } from "../kernel/addresses/address";
import { type Call, command } from "../kernel/operation/operation";
import { isoTime } from "../kernel/time";
import { invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { hasQuestion, isCorrectCaptcha } from "./captcha";
import { mailNewDevice, signInAct } from "./known-devices";
import { lockAccount, openSession } from "./sessions";
import { type Attempt, startAttempt } from "./throttle";
import { confirmedAt } from "./two-step/authenticator";
import { requireCode } from "./two-step/require-code";
import { CodeRequired, newTicket } from "./two-step/ticket";

/** Names the captcha only if there is one. */
const wrong = () =>
  invalidForm(config().CAPTCHA ? "Wrong username, password or captcha" : "Wrong username or password");
// Any other value counts as a wrong captcha. With CAPTCHA=off it is ignored.
const CaptchaField = z.string().max(2_000).optional().catch(undefined);

export const SessionOutput = z
  .object({ token: z.string(), expiresAt: z.string() })
  .meta({ id: "SessionToken", description: "The token of a session of 12 hours." });

/**
 * Signs in with username and password. Unknown names, wrong passwords and blocked, unapproved or deleted accounts get
 * the same message after the same time. If the account uses two-step sign-in, `totp` is a code from the app or a
 * recovery code. Without it, the refusal asks for one.
 */
export const login = command({
  name: "auth.login",
  does: "sign in",
  allow: anyone,
  type: "AUTH",
  input: z.object({
    username: TypedUsername(),
    password: Verbatim(255).min(1, "Please fill in this field."),
    captchaString: CaptchaField,
    captchaCheck: CaptchaField,
    totp: Text(64).optional(),
  }),
  output: SessionOutput,
  secret: ["password", "captchaString", "captchaCheck", "totp"],
  async before(call, { username, password, captchaString, captchaCheck }) {
    const attempt = await startSignIn(call, username, config().CAPTCHA && hasQuestion(captchaCheck));
    return attempt.evaluate(async () => {
      const { human, known } = await writeTransaction(async () => ({
        human: !config().CAPTCHA || (await isCorrectCaptcha(captchaCheck, captchaString)),
        known: await Account.findOne({ attributes: ["id", "passwordHash"], where: hasUsername(username) }),
      }));
      if (!human) throw wrong();
      const passwordHash = await checkPassword(known, password);
      if (passwordHash === undefined || !known) throw wrong();
      return { id: known.id, passwordHash, attempt };
    });
  },
  async run(call, { totp }, { id, passwordHash, attempt }) {
    const { from, changed } = call;
    const account = await lockAccount(id, passwordHash);
    if (!account) throw wrong();
    const isCodeNeeded = (await confirmedAt(id)) !== null;
    if (isCodeNeeded && !totp) {
      attempt.withdraw();
      throw new CodeRequired(newTicket(id, passwordHash));
    }
    const secondStep = isCodeNeeded ? await requireCode(call, id, totp ?? "") : null;
    await mailNewDevice(account, from);
    const {
      token,
      expiresAt,
      id: sessionId,
    } = await openSession({ account, signIn: { secondStep: secondStep !== null } }, from);
    await attempt.clearFailures();
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

/**
 * Five failed sign-ins by questions from one address are the limit, whatever the names: a program answers questions more
 * easily than it reads pictures.
 */
async function startSignIn(call: Call, username: string, byQuestion: boolean): Promise<Attempt> {
  if (!byQuestion) return startAttempt(call, await signInAct(username, call.from), username);
  const question = await startAttempt(call, "question", networkAddress(call.from.ip) ?? "");
  const attempt = await startAttempt(call, await signInAct(username, call.from), username).catch((error: unknown) => {
    question.withdraw();
    throw error;
  });
  return {
    evaluate: (check) => question.evaluate(() => attempt.evaluate(check)),
    withdraw() {
      question.withdraw();
      attempt.withdraw();
    },
    clearFailures() {
      question.withdraw();
      return attempt.clearFailures();
    },
  };
}
