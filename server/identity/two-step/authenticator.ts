import { randomBytes } from "node:crypto";
import { Authenticator } from "~models";
import { now } from "../../kernel/clock";
import { createdFirst } from "../../kernel/create-first";
import { brand } from "../../kernel/brand";
import { seal, unseal } from "../../kernel/secrets";
import { qrPicture } from "./qr-picture";
import { useRecoveryCode } from "./recovery-codes";
import { matchingStep, totpOf } from "./totp";

const SECRET_BYTES = 20;
/** How long a secret that was shown waits for its first code. */
const CONFIRM_WITHIN = 15 * 60_000;

export const WRONG_CODE = "This code is wrong or was used before. Please enter the next one.";

const ownerOf = (accountId: number) => `authenticators:${accountId}`;

/** Since when the account's sign-ins have a second step; null while they have none. */
export const confirmedAt = async (accountId: number): Promise<Date | null> =>
  (await Authenticator.findByPk(accountId))?.confirmedAt ?? null;

/** Draws a new secret, in place of one that was never confirmed; false when there is a confirmed one. */
export async function draw(accountId: number): Promise<boolean> {
  const drawn = { secretSealed: seal(randomBytes(SECRET_BYTES), ownerOf(accountId)), startedAt: now() };
  if (await createdFirst(Authenticator, { accountId, ...drawn })) return true;
  const [replaced] = await Authenticator.update(drawn, { where: { accountId, confirmedAt: null } });
  return replaced === 1;
}

const waits = ({ confirmedAt, startedAt }: Authenticator) =>
  confirmedAt === null && startedAt.getTime() + CONFIRM_WITHIN > now().getTime();

/** The secret that waits for its first code, for the app: as text, as address and as picture. */
export async function pendingSecret(accountId: number, username: string) {
  const authenticator = await Authenticator.findByPk(accountId);
  if (!authenticator || !waits(authenticator)) return null;
  const secret = unseal(authenticator.secretSealed, ownerOf(accountId));
  const totp = totpOf(secret, { issuer: brand().name, label: username });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrPicture(uri) };
}

/** Puts the waiting secret in force by a code of it; says what stands against it. */
export async function confirm(accountId: number, typed: string): Promise<"done" | "wrong" | "over"> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  if (!authenticator || !waits(authenticator)) return "over";
  if (!(await useCode(authenticator, bare(typed)))) return "wrong";
  await authenticator.update({ confirmedAt: now() });
  return "done";
}

/** By what the second step was passed: a code of the app or a recovery code. Either is used up by it. */
export async function pass(accountId: number, typed: string): Promise<"app" | "recovery" | undefined> {
  const authenticator = await Authenticator.findByPk(accountId, { lock: true });
  if (!authenticator?.confirmedAt) return undefined;
  if (await useCode(authenticator, bare(typed))) return "app";
  return (await useRecoveryCode(accountId, bare(typed))) ? "recovery" : undefined;
}

const bare = (typed: string) => typed.replaceAll(/[\s-]/g, "");

/** A code is good once: neither it nor an older one passes again. */
async function useCode(authenticator: Authenticator, typed: string): Promise<boolean> {
  const { accountId, secretSealed, lastStep } = authenticator;
  const step = matchingStep(unseal(secretSealed, ownerOf(accountId)), typed, now());
  if (step === undefined || (lastStep !== null && step <= lastStep)) return false;
  await authenticator.update({ lastStep: step });
  return true;
}

/** Takes the second step away, its recovery codes too; false when there was none. */
export async function remove(accountId: number): Promise<boolean> {
  return (await Authenticator.destroy({ where: { accountId } })) === 1;
}
