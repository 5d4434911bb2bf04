import { z } from "zod";
import { Account } from "~models";
import { hasUsername, checkPassword } from "../accounts";
import { config } from "../kernel/process/config";
import { writeTransaction } from "../kernel/database/transactions";
import { Text, TypedUsername, Verbatim } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { isoTime } from "../kernel/time";
import { conflict, invalidForm } from "../kernel/operation/refusal";
import { anyone } from "../kernel/operation/roles";
import { HarderProof, isHuman, startSignIn } from "./human";
import { mailNewDevice } from "./known-devices";
import { CodeForm, codeFormOf, SessionOutput } from "./login-code";
import { lockAccount, openSession } from "./sessions";
import { requireCode } from "./two-step/require-code";
import { hasSecondStep } from "./two-step/second-step";
import { CodeRequired, newTicket } from "./two-step/ticket";

/** Names the captcha only if there is one. */
const wrong = () =>
  invalidForm(config().CAPTCHA ? "Wrong username, password or captcha" : "Wrong username or password");
// Any other value counts as a wrong captcha. With CAPTCHA=off it is ignored.
const CaptchaField = z.string().max(2_000).optional().catch(undefined);

const credentials = {
  username: TypedUsername(),
  password: Verbatim(255).min(1, "Please fill in this field."),
  captchaString: CaptchaField,
  captchaCheck: CaptchaField,
  captchaProof: CaptchaField,
};
const SECRET = ["password", "captchaString", "captchaCheck", "captchaProof"] as const;
const Credentials = z.object(credentials);

/** Counts the try and checks the captcha and the password. Throws the same for unknown names and wrong passwords. */
async function checkCredentials(call: Call, { username, password, ...answers }: z.output<typeof Credentials>) {
  const attempt = await startSignIn(call, username, answers);
  return attempt.evaluate(async () => {
    const { human, known } = await writeTransaction(async () => ({
      human: await isHuman(call, username, answers),
      known: await Account.findOne({ attributes: ["id", "passwordHash"], where: hasUsername(username) }),
    })).catch((error: unknown) => {
      if (error instanceof HarderProof) attempt.withdraw();
      throw error;
    });
    if (!human) throw wrong();
    const passwordHash = await checkPassword(known, password);
    if (passwordHash === undefined || !known) throw wrong();
    return { id: known.id, passwordHash, attempt };
  });
}

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
  input: z.object({ ...credentials, totp: Text(64).optional() }),
  output: SessionOutput,
  secret: [...SECRET, "totp"],
  before: checkCredentials,
  async run(call, { totp }, { id, passwordHash, attempt }) {
    const { from, changed } = call;
    const account = await lockAccount(id, passwordHash);
    if (!account) throw wrong();
    const isCodeNeeded = await hasSecondStep(id);
    if (isCodeNeeded && !totp) {
      attempt.withdraw();
      throw new CodeRequired(newTicket(id, passwordHash));
    }
    const secondStep = isCodeNeeded ? await requireCode(call, id, { code: totp }, {}) : null;
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
 * The first step of a sign-in with a passkey, for programs: checks the password, and returns the request for a passkey and
 * the ticket for the second step. The sign-in page does this within `login`.
 */
export const loginOptions = command({
  name: "auth.loginOptions",
  does: "begin a sign-in with a passkey",
  allow: anyone,
  type: "AUTH",
  input: Credentials,
  output: CodeForm,
  secret: SECRET,
  before: checkCredentials,
  async run(_call, _input, { id, passwordHash, attempt }) {
    if (!(await lockAccount(id, passwordHash))) throw wrong();
    attempt.withdraw();
    if (!(await hasSecondStep(id))) throw conflict("This account does not use two-step sign-in.");
    return codeFormOf(id, newTicket(id, passwordHash));
  },
});
