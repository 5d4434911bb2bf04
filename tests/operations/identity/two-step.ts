import { TOTP } from "otpauth";
import * as identity from "../../../server/identity";
import { withFixedTime, now } from "../../../server/kernel/time/now";
import { perform } from "../../../server/kernel/operation/perform";
import type { Actor } from "../../../server/kernel/operation/roles";
import { askerOf, bearerOf, from, type Person } from "./world";

/** An authenticator app with this secret. */
export function appOf(secret: string) {
  const totp = new TOTP({ secret });
  return { code: (steps = 0) => totp.generate({ timestamp: now().getTime() + steps * 30_000 }) };
}

export const later = <T>(seconds: number, body: () => Promise<T>): Promise<T> =>
  withFixedTime(new Date(now().getTime() + seconds * 1_000), body);

export type Enrolled = { app: ReturnType<typeof appOf>; recoveryCodes: string[]; actor: Actor; bearer: string };

/**
 * An account with the second step switched on. The enrolling code is that of the previous step, so the current one is
 * unused.
 */
export async function enrolled(who: Person, password?: string): Promise<Enrolled> {
  const bearer = await bearerOf(who, password);
  const actor = (await askerOf(bearer)) as Actor;
  const { secret } = await perform(identity.twoStep.begin, actor, {}, from());
  const app = appOf(secret);
  const { recoveryCodes } = await perform(identity.twoStep.confirm, actor, { totp: app.code(-1) }, from());
  return { app, recoveryCodes, actor, bearer };
}
