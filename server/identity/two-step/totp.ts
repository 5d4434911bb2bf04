import { Secret, TOTP } from "otpauth";

/** Steps that a clock may be off, either way. */
const DRIFT = 1;

/** The one-time codes of a secret: RFC 6238 with SHA-1, six digits and steps of 30 seconds, the default of every app. */
export const totpOf = (secret: Buffer, names?: { issuer: string; label: string }): TOTP =>
  new TOTP({ ...names, secret: Secret.fromHex(secret.toString("hex")) });

/** The step around `moment` whose code was typed; undefined for none. */
export function matchingStep(secret: Buffer, typed: string, moment: Date): number | undefined {
  // The comparison throws on characters of more than one byte.
  if (!/^\d{6}$/.test(typed)) return undefined;
  const timestamp = moment.getTime();
  const totp = totpOf(secret);
  const off = totp.validate({ token: typed, timestamp, window: DRIFT });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}
