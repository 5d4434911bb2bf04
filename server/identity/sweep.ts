import { Op } from "sequelize";
import { PasswordReset, SignInFailure, UsedCaptcha, UsedChallenge } from "~models";
import { endExpiredSessions, endEnabledLogins } from "../accounts";
import { now } from "../kernel/time/now";
import { writeTransaction } from "../kernel/database/transactions";
import { DAY_MS, HOUR_MS } from "../kernel/time/durations";
import { deleteIdempotencyKeysBefore } from "../kernel/operation/idempotency";
import { LIFETIME_MINUTES } from "./captcha";
import { deleteExpiredForms } from "./kept-forms";

/**
 * Runs at startup and every minute. Blocks sign-ins whose temporary permission has ended, records the end of expired
 * sessions in the login log, and deletes short-lived rows: failed tries, used captchas and challenges, links for a forgotten password,
 * deduplication keys of forms, and forms posted after their session.
 */
export async function deleteExpired(): Promise<void> {
  const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  await writeTransaction(async () => {
    // Must run before endExpiredSessions, which would end these sessions as of now. They ended at 01:00.
    await endEnabledLogins();
    await endExpiredSessions();
    await SignInFailure.destroy({ where: { at: { [Op.lt]: ago(HOUR_MS) } } });
    await UsedCaptcha.destroy({ where: { usedAt: { [Op.lt]: ago(2 * LIFETIME_MINUTES * 60_000) } } });
    await UsedChallenge.destroy({ where: { usedAt: { [Op.lt]: ago(HOUR_MS) } } });
    await PasswordReset.destroy({ where: { expiresAt: { [Op.lt]: ago(DAY_MS) } } });
    await deleteIdempotencyKeysBefore(ago(DAY_MS));
    await deleteExpiredForms();
  });
}
