import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { Authenticator } from "~models";
import { createIfAbsent } from "../../../models/create-if-absent";
import { now } from "../../kernel/time/now";
import { brand } from "../../kernel/process/brand";
import { seal, unseal } from "../../kernel/process/secrets";
import { qrCode } from "../../kernel/text/qr-code";
import { useRecoveryCode } from "./recovery-codes";
import { hasSecondStep } from "./second-step";

/** A QR code of the text as an SVG data URL. It is black on white in dark mode too. */
export function qrPicture(text: string): string {
  const { path, size } = qrCode(text);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** Number of 30-second steps by which a clock may be fast or slow. */
const DRIFT = 1;

/** One-time codes for a secret: RFC 6238 with SHA-1, six digits and 30-second steps, the default of every app. */
export const createTotp = (secret: Buffer, names?: { issuer: string; label: string }): TOTP =>
  new TOTP({ ...names, secret: Secret.fromHex(secret.toString("hex")) });

/** The step near `moment` whose code is `typed`. Undefined if there is none. */
export function matchingStep(secret: Buffer, typed: string, moment: Date): number | undefined {
  // The library's comparison throws on multi-byte characters.
  if (!/^\d{6}$/.test(typed)) return undefined;
  const timestamp = moment.getTime();
  const totp = createTotp(secret);
  const off = totp.validate({ token: typed, timestamp, window: DRIFT });
  return off === null ? undefined : totp.counter({ timestamp }) + off;
}

const SECRET_BYTES = 20;
/** How long a new secret can be confirmed with its first code. */
const CONFIRM_WITHIN = 15 * 60_000;

/** The owner to which an encrypted secret is bound. */
export const sealContext = (accountId: number): string => `authenticators:${accountId}`;

const newSecret = (accountId: number): Buffer => seal(randomBytes(SECRET_BYTES), sealContext(accountId));

/** Creates a new secret and replaces an unconfirmed one. Returns false if there is a confirmed secret. */
export async function createSecret(accountId: number): Promise<boolean> {
  const drawn = { secretSealed: newSecret(accountId), startedAt: now() };
  if (await createIfAbsent(Authenticator, { accountId, ...drawn })) return true;
  const [replaced] = await Authenticator.update(drawn, { where: { accountId, confirmedAt: null } });
  return replaced === 1;
}

/** Creates a secret for another app. The present one works until a code confirms the new one. */
export async function createNextSecret(accountId: number): Promise<void> {
  const next = { nextSecretSealed: newSecret(accountId), nextStartedAt: now() };
  await Authenticator.update(next, { where: { accountId } });
}

/** The secret that a first code may confirm, sealed: that of the account, or of another app. Null if none, or expired. */
function pendingOf(authenticator: Authenticator | null): Buffer | null {
  if (!authenticator) return null;
  const { confirmedAt, secretSealed, startedAt, nextSecretSealed, nextStartedAt } = authenticator;
  const [sealed, since] = confirmedAt === null ? [secretSealed, startedAt] : [nextSecretSealed, nextStartedAt];
  return since !== null && since.getTime() + CONFIRM_WITHIN > now().getTime() ? sealed : null;
}

/** The unconfirmed secret for the app: as Base32 text, as otpauth URI and as a QR code (data URL). Null if none. */
export async function pendingSecret(accountId: number, username: string) {
  const sealed = pendingOf(await Authenticator.findByPk(accountId));
  if (!sealed) return null;
  const secret = unseal(sealed, sealContext(accountId));
  const totp = createTotp(secret, { issuer: brand().name, label: username });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrPicture(uri) };
}

/**
 * Confirms the pending secret with one of its codes. "moved" means that it took the place of another app's, "over" that
 * there is none or that it has expired.
 */
export async function confirm(accountId: number, typed: string): Promise<"done" | "moved" | "wrong" | "over"> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  const secretSealed = pendingOf(authenticator);
  if (!authenticator || !secretSealed) return "over";
  const lastStep = matchingStep(unseal(secretSealed, sealContext(accountId)), normalizeCode(typed), now());
  if (lastStep === undefined) return "wrong";
  const outcome = authenticator.confirmedAt === null ? "done" : "moved";
  await authenticator.update({
    ...{ secretSealed, lastStep, confirmedAt: now(), wrongCodes: 0, lockedUntil: null },
    ...{ nextSecretSealed: null, nextStartedAt: null },
  });
  return outcome;
}

/**
 * Checks a code from the app or a recovery code and uses it up. Returns which one matched. While the app's codes are
 * refused, a recovery code still works: nobody guesses one.
 */
export async function verifyCode(accountId: number, typed: string): Promise<"app" | "recovery" | "wrong" | "locked"> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  const app = authenticator?.confirmedAt ? authenticator : null;
  if (!app && !(await hasSecondStep(accountId))) return "wrong";
  const isLocked = app !== null && app.lockedUntil !== null && app.lockedUntil > now();
  const isApp = app !== null && !isLocked && (await useCode(app, normalizeCode(typed)));
  if (!isApp && !(await useRecoveryCode(accountId, normalizeCode(typed)))) return isLocked ? "locked" : "wrong";
  await app?.update({ wrongCodes: 0 });
  return isApp ? "app" : "recovery";
}

const normalizeCode = (typed: string) => typed.replaceAll(/[\s-]/g, "");

/** Each code works once: afterwards neither it nor an older code is accepted. */
async function useCode(authenticator: Authenticator, typed: string): Promise<boolean> {
  const { accountId, secretSealed, lastStep } = authenticator;
  const step = matchingStep(unseal(secretSealed, sealContext(accountId)), typed, now());
  if (step === undefined || (lastStep !== null && step <= lastStep)) return false;
  await authenticator.update({ lastStep: step });
  return true;
}
