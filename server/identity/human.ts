import { config } from "../kernel/process/config";
import type { Call } from "../kernel/operation/operation";
import { Refusal } from "../kernel/operation/refusal";
import { hasQuestion, isCorrectCaptcha, verifyProof, neededBits } from "./captcha";
import { signInAct } from "./known-devices";
import { type Attempt, startAttempt } from "./throttle";

type Answers = { captchaString?: string; captchaCheck?: string; captchaProof?: string };

const TEXTS = {
  late: "This page was open for more than ten minutes. Please enter your password again.",
  easy: "There were many tries to log in. Your browser has to compute longer. Please enter your password again.",
} as const;

/** The proof came too late or needs more `bits`. It counts as no failure, because the password was not checked. */
export class HarderProof extends Refusal {
  constructor(
    why: keyof typeof TEXTS,
    readonly bits: number,
  ) {
    super("VALIDATION_ERROR", TEXTS[why], { _form: [TEXTS[why]] });
  }
}

/** Whether the captcha is answered, by a proof of work or else by hand. Needs an open transaction. */
export async function isHuman({ from }: Call, username: string, answers: Answers): Promise<boolean> {
  const { captchaString, captchaCheck, captchaProof } = answers;
  if (!config().CAPTCHA) return true;
  if (!captchaProof) return isCorrectCaptcha(captchaCheck, captchaString);
  const bits = await neededBits(from.ip, username);
  const verdict = await verifyProof(captchaCheck, captchaProof, bits);
  return verdict === "late" || verdict === "easy"
    ? Promise.reject(new HarderProof(verdict, bits))
    : verdict === "proven";
}

/**
 * Admits a sign-in. One whose captcha is answered by hand counts to further limits, because programs read pictures and
 * answer questions: of an address, whatever the names, and of all addresses together. A browser that the account knows
 * has none for pictures.
 */
export async function startSignIn(call: Call, username: string, answers: Answers): Promise<Attempt> {
  const act = await signInAct(username, call.from);
  const byHand = byHandOf(act, answers);
  if (!byHand) return startAttempt(call, act, username);
  const hand = await startAttempt(call, byHand, "");
  const attempt = await startAttempt(call, act, username).catch((error: unknown) => {
    hand.withdraw();
    throw error;
  });
  return {
    evaluate: (check) => hand.evaluate(() => attempt.evaluate(check)),
    withdraw() {
      hand.withdraw();
      attempt.withdraw();
    },
    clearFailures() {
      hand.withdraw();
      return attempt.clearFailures();
    },
  };
}

function byHandOf(
  act: "device" | "sign-in",
  { captchaCheck, captchaProof }: Answers,
): "question" | "picture" | undefined {
  if (!config().CAPTCHA || captchaProof) return undefined;
  if (hasQuestion(captchaCheck)) return "question";
  return act === "sign-in" ? "picture" : undefined;
}
