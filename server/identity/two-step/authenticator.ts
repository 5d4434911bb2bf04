import { randomBytes } from "node:crypto";
import { now } from "../../kernel/clock";
import { one, run } from "../../kernel/database";
import { brand } from "../../kernel/brand";
import { seal, unseal } from "../../kernel/secrets";
import { sql } from "../../kernel/sql";
import { qrPicture } from "./qr-picture";
import { useRecoveryCode } from "./recovery-codes";
import { matchingStep, totpOf } from "./totp";

const SECRET_BYTES = 20;
/** How long a secret that was shown waits for its first code. */
const CONFIRM_WITHIN = 15 * 60_000;

export const WRONG_CODE = "This code is not right, or it was used before. Please enter the next one.";

type Row = { secret_sealed: Buffer; started_at: Date; confirmed_at: Date | null; last_step: number | null };
const ownerOf = (accountId: number) => `authenticators:${accountId}`;

const rowOf = (accountId: number, lock = sql``) =>
  one<Row>(sql`
    SELECT secret_sealed, started_at, confirmed_at, last_step FROM authenticators
    WHERE account_id = ${accountId} ${lock}`);

/** Since when the account's sign-ins have a second step; null while they have none. */
export const confirmedAt = async (accountId: number): Promise<Date | null> =>
  (await rowOf(accountId))?.confirmed_at ?? null;

/** Draws a new secret, in place of one that was never confirmed; false when there is a confirmed one. */
export async function draw(accountId: number): Promise<boolean> {
  const sealed = seal(randomBytes(SECRET_BYTES), ownerOf(accountId));
  const drawn = await run(sql`
    INSERT INTO authenticators (account_id, secret_sealed, started_at) VALUES (${accountId}, ${sealed}, ${now()})
    ON CONFLICT (account_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, started_at = excluded.started_at
    WHERE authenticators.confirmed_at IS NULL`);
  return drawn === 1;
}

const waits = (row: Row) => row.confirmed_at === null && row.started_at.getTime() + CONFIRM_WITHIN > now().getTime();

/** The secret that waits for its first code, for the app: as text, as address and as picture. */
export async function pendingSecret(accountId: number, username: string) {
  const row = await rowOf(accountId);
  if (!row || !waits(row)) return null;
  const totp = totpOf(unseal(row.secret_sealed, ownerOf(accountId)), { issuer: brand().name, label: username });
  const uri = totp.toString();
  return { secret: totp.secret.base32, uri, qr: qrPicture(uri) };
}

/** Puts the waiting secret in force by a code of it; says what stands against it. */
export async function confirm(accountId: number, typed: string): Promise<"done" | "wrong" | "over"> {
  const row = await rowOf(accountId, sql`FOR UPDATE`);
  if (!row || !waits(row)) return "over";
  if (!(await useCode(accountId, row, bare(typed)))) return "wrong";
  await run(sql`UPDATE authenticators SET confirmed_at = ${now()} WHERE account_id = ${accountId}`);
  return "done";
}

/** By what the second step was passed: a code of the app or a recovery code. Either is used up by it. */
export async function pass(accountId: number, typed: string): Promise<"app" | "recovery" | undefined> {
  const row = await rowOf(accountId, sql`FOR UPDATE`);
  if (!row?.confirmed_at) return undefined;
  if (await useCode(accountId, row, bare(typed))) return "app";
  return (await useRecoveryCode(accountId, bare(typed))) ? "recovery" : undefined;
}

const bare = (typed: string) => typed.replaceAll(/[\s-]/g, "");

/** A code is good once: neither it nor an older one passes again. */
async function useCode(accountId: number, { secret_sealed, last_step }: Row, typed: string): Promise<boolean> {
  const step = matchingStep(unseal(secret_sealed, ownerOf(accountId)), typed, now());
  if (step === undefined || (last_step !== null && step <= last_step)) return false;
  await run(sql`UPDATE authenticators SET last_step = ${step} WHERE account_id = ${accountId}`);
  return true;
}

/** Takes the second step away, its recovery codes too; false when there was none. */
export async function remove(accountId: number): Promise<boolean> {
  return (await run(sql`DELETE FROM authenticators WHERE account_id = ${accountId}`)) === 1;
}
