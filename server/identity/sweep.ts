import { endDeadSessions, endEnabledLogins } from "../accounts";
import { now } from "../kernel/clock";
import { run, writing } from "../kernel/database";
import { DAY_MS, HOUR_MS } from "../kernel/durations";
import { forgetOnce } from "../kernel/once";
import { sql } from "../kernel/sql";
import { GOOD_FOR_MINUTES } from "./captcha";
import { forgetKeptForms } from "./kept-forms";

/**
 * A timer's act, for the start and every minute: sign-ins that were enabled for the night are blocked again, sessions
 * that are over get their time in the login log, and what is kept for a while only (failed tries, used captchas, links
 * for a forgotten password, keys of forms that may come twice, forms posted after their session) goes.
 */
export async function sweep(): Promise<void> {
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds);
  await writing(async () => {
    // Before the dead ones, who are taken to have ended now: these did at 01:00.
    await endEnabledLogins();
    await endDeadSessions();
    await run(sql`DELETE FROM sign_in_failures WHERE at < ${before(HOUR_MS)}`);
    await run(sql`DELETE FROM used_captchas WHERE used_at < ${before(2 * GOOD_FOR_MINUTES * 60_000)}`);
    await run(sql`DELETE FROM password_resets WHERE expires_at < ${before(DAY_MS)}`);
    await forgetOnce(before(DAY_MS));
    await forgetKeptForms();
  });
}
