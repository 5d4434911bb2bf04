import { timingSafeEqual } from "node:crypto";
import { now } from "../../kernel/time/now";
import { Refusal } from "../../kernel/operation/refusal";
import { fromBase64Url, keyedHash, seal, unseal } from "../../kernel/process/secrets";

const LIFETIME_MS = 5 * 60_000;
const SEAL_CONTEXT = "sign-in-step";

type TicketData = [accountId: number, password: string, expires: number];

const printOf = (passwordHash: string) => keyedHash(SEAL_CONTEXT, passwordHash).toString("base64url");

/**
 * Proof for the second step of a sign-in that the password was right. Valid for five minutes and until the password
 * changes. Encrypted, so only the server can create or read it.
 */
export const newTicket = (accountId: number, passwordHash: string): string => {
  const note: TicketData = [accountId, printOf(passwordHash), now().getTime() + LIFETIME_MS];
  return seal(JSON.stringify(note), SEAL_CONTEXT).toString("base64url");
};

/** The account of a ticket. `fits` checks that the password is unchanged. Undefined if it has expired or is forged. */
export function openTicket(ticket: string): { accountId: number; fits(passwordHash: string): boolean } | undefined {
  try {
    const [accountId, print, expires] = JSON.parse(
      unseal(fromBase64Url(ticket), SEAL_CONTEXT).toString(),
    ) as TicketData;
    if (expires <= now().getTime()) return undefined;
    return { accountId, fits: (hash) => timingSafeEqual(Buffer.from(printOf(hash)), Buffer.from(print)) };
  } catch {
    return undefined;
  }
}

export const CODE_REQUIRED = "Please enter the code from your authenticator app, or a recovery code.";

/** The password was right and a code is also needed. The ticket is for the sign-in page. JSON responses omit it. */
export class CodeRequired extends Refusal {
  constructor(readonly ticket: string) {
    super("VALIDATION_ERROR", CODE_REQUIRED, { totp: [CODE_REQUIRED] });
  }
}
