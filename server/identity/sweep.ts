import { Op } from "sequelize";
import { PasswordReset, SignInFailure, UsedCaptcha } from "~models";
import { endDeadSessions, endEnabledLogins } from "../accounts";
import { now } from "../kernel/clock";
import { writeTransaction } from "../kernel/database";
import { DAY_MS, HOUR_MS } from "../kernel/durations";
import { forgetOnce } from "../kernel/once";
import { GOOD_FOR_MINUTES } from "./captcha";
import { forgetKeptForms } from "./kept-forms";

/**
 * A timer's act, for the start and every minute: sign-ins that were enabled for the night are blocked again, sessions
 * that are over get their time in the login log, and what is kept for a while only (failed tries, used captchas, links
 * for a forgotten password, keys of forms that may come twice, forms posted after their session) goes.
 */
export async function sweep(): Promise<void> {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  await writeTransaction(async () => {
    // Before the dead ones, who are taken to have ended now: these did at 01:00.
    await endEnabledLogins();
    await endDeadSessions();
    await SignInFailure.destroy({ where: { at: { [Op.lt]: ago(HOUR_MS) } } });
    await UsedCaptcha.destroy({ where: { usedAt: { [Op.lt]: ago(2 * GOOD_FOR_MINUTES * 60_000) } } });
    await PasswordReset.destroy({ where: { expiresAt: { [Op.lt]: ago(DAY_MS) } } });
    await forgetOnce(ago(DAY_MS));
    await forgetKeptForms();
  });
}
