import { timingSafeEqual } from "node:crypto";
import { now } from "../../kernel/periods/now";
import { Refusal } from "../../kernel/operation/refusal";
import { keyedHash, seal, unseal } from "../../kernel/process/secrets";

const GOOD_FOR = 5 * 60_000;
const OWNER = "sign-in-step";

type Note = [accountId: number, password: string, expires: number];

const printOf = (passwordHash: string) => keyedHash(OWNER, passwordHash).toString("base64url");

/**
 * Proof for the second step of a sign-in that the password was right. Valid for five minutes and until the password
 * changes. Encrypted, so only the server can create or read it.
 */
export const newTicket = (accountId: number, passwordHash: string): string => {
  const note: Note = [accountId, printOf(passwordHash), now().getTime() + GOOD_FOR];
  return seal(JSON.stringify(note), OWNER).toString("base64url");
};

/** The account of a ticket. `fits` checks that the password is unchanged. Undefined if it has expired or is forged. */
export function opened(ticket: string): { accountId: number; fits(passwordHash: string): boolean } | undefined {
  try {
    const [accountId, print, expires] = JSON.parse(unseal(Buffer.from(ticket, "base64url"), OWNER).toString()) as Note;
    if (expires <= now().getTime()) return undefined;
    return { accountId, fits: (hash) => timingSafeEqual(Buffer.from(printOf(hash)), Buffer.from(print)) };
  } catch {
    return undefined;
  }
}

const ASKED = "Please enter the code from your authenticator app, or a recovery code.";

/** The password was right and a code is also needed. The ticket is for the sign-in page. JSON responses omit it. */
export class CodeAsked extends Refusal {
  constructor(readonly ticket: string) {
    super("VALIDATION_ERROR", ASKED, { totp: [ASKED] });
  }
}
