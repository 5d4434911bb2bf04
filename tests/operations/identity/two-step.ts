import * as identity from "../../../server/identity";
import { codeAt, stepOf } from "../../../server/identity/two-step/codes";
import { at, now } from "../../../server/kernel/clock";
import { perform } from "../../../server/kernel/perform";
import type { Actor } from "../../../server/kernel/roles";
import { askerOf, bearerOf, from, type Person } from "./world";

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What an authenticator app does with the secret that it was shown. */
export function appOf(secret: string) {
  const bits = [...secret].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  return { code: (steps = 0) => codeAt(bytes, stepOf(now()) + steps) };
}

export const later = <T>(seconds: number, body: () => Promise<T>): Promise<T> =>
  at(new Date(now().getTime() + seconds * 1_000), body);

export type Enrolled = { app: ReturnType<typeof appOf>; recoveryCodes: string[]; actor: Actor; bearer: string };

/** Somebody with the second step in force; the enrolling code is that of the step before, so that the present one is free. */
export async function enrolled(who: Person): Promise<Enrolled> {
  const bearer = await bearerOf(who);
  const actor = (await askerOf(bearer)) as Actor;
  const { secret } = await perform(identity.twoStep.begin, actor, {}, from());
  const app = appOf(secret);
  const { recoveryCodes } = await perform(identity.twoStep.confirm, actor, { totp: app.code(-1) }, from());
  return { app, recoveryCodes, actor, bearer };
}
