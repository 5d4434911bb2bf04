import { Secret, TOTP } from "otpauth";

/** Number of 30-second steps by which a clock may be fast or slow. */
const DRIFT = 1;

/** One-time codes for a secret: RFC 6238 with SHA-1, six digits and 30-second steps, the default of every app. */
export const totpOf = (secret: Buffer, names?: { issuer: string; label: string }): TOTP =>
  new TOTP({ ...names, secret: Secret.fromHex(secret.toString("hex")) });

/** The step near `moment` whose code is `typed`. Undefined if there is none. */
export function matchingStep(secret: Buffer, typed: string, moment: Date): number | undefined {
  // The library's comparison throws on multi-byte characters.
  if (!/^\d{6}$/.test(typed)) return undefined;
  const timestamp = moment.getTime();
  const totp = totpOf(secret);
  const off = totp.validate({ token: typed, timestamp, window: DRIFT });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}
