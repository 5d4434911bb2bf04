import { randomBytes } from "node:crypto";
import { Authenticator } from "~models";
import { now } from "../../kernel/periods/now";
import { createdFirst } from "../../kernel/database/create-first";
import { brand } from "../../kernel/process/brand";
import { seal, unseal } from "../../kernel/process/secrets";
import { qrPicture } from "./qr-picture";
import { useRecoveryCode } from "./recovery-codes";
import { matchingStep, totpOf } from "./totp";

const SECRET_BYTES = 20;
/** How long a new secret can be confirmed with its first code. */
const CONFIRM_WITHIN = 15 * 60_000;

export const WRONG_CODE = "This code is wrong or was used before. Please enter the next one.";

const ownerOf = (accountId: number) => `authenticators:${accountId}`;

/** When two-step sign-in was turned on for the account. Null while it is off. */
export const confirmedAt = async (accountId: number): Promise<Date | null> =>
  (await Authenticator.findByPk(accountId))?.confirmedAt ?? null;

/** Creates a new secret and replaces an unconfirmed one. Returns false if there is a confirmed secret. */
export async function draw(accountId: number): Promise<boolean> {
  const drawn = { secretSealed: seal(randomBytes(SECRET_BYTES), ownerOf(accountId)), startedAt: now() };
  if (await createdFirst(Authenticator, { accountId, ...drawn })) return true;
  const [replaced] = await Authenticator.update(drawn, { where: { accountId, confirmedAt: null } });
  return replaced === 1;
}

const waits = ({ confirmedAt, startedAt }: Authenticator) =>
  confirmedAt === null && startedAt.getTime() + CONFIRM_WITHIN > now().getTime();

/** The unconfirmed secret for the app: as Base32 text, as otpauth URI and as a QR code (data URL). Null if none. */
export async function pendingSecret(accountId: number, username: string) {
  const authenticator = await Authenticator.findByPk(accountId);
  if (!authenticator || !waits(authenticator)) return null;
  const secret = unseal(authenticator.secretSealed, ownerOf(accountId));
  const totp = totpOf(secret, { issuer: brand().name, label: username });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrPicture(uri) };
}

/** Confirms the pending secret with one of its codes. "over" means that there is none or that it has expired. */
export async function confirm(accountId: number, typed: string): Promise<"done" | "wrong" | "over"> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  if (!authenticator || !waits(authenticator)) return "over";
  if (!(await useCode(authenticator, bare(typed)))) return "wrong";
  await authenticator.update({ confirmedAt: now() });
  return "done";
}

/** Checks a code from the app or a recovery code and uses it up. Returns which one matched, undefined if none did. */
export async function pass(accountId: number, typed: string): Promise<"app" | "recovery" | undefined> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  if (!authenticator?.confirmedAt) return undefined;
  if (await useCode(authenticator, bare(typed))) return "app";
  return (await useRecoveryCode(accountId, bare(typed))) ? "recovery" : undefined;
}

const bare = (typed: string) => typed.replaceAll(/[\s-]/g, "");

/** Each code works once: afterwards neither it nor an older code is accepted. */
async function useCode(authenticator: Authenticator, typed: string): Promise<boolean> {
  const { accountId, secretSealed, lastStep } = authenticator;
  const step = matchingStep(unseal(secretSealed, ownerOf(accountId)), typed, now());
  if (step === undefined || (lastStep !== null && step <= lastStep)) return false;
  await authenticator.update({ lastStep: step });
  return true;
}

/** Turns off two-step sign-in and deletes its recovery codes. Returns false if there was no secret. */
export async function remove(accountId: number): Promise<boolean> {
  return (await Authenticator.destroy({ where: { accountId } })) === 1;
}
