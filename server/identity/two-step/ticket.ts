import { timingSafeEqual } from "node:crypto";
import { now } from "../../kernel/clock";
import { Refusal } from "../../kernel/refusal";
import { keyedHash, seal, unseal } from "../../kernel/secrets";

const GOOD_FOR = 5 * 60_000;
const OWNER = "sign-in-step";

type Note = [accountId: number, password: string, expires: number];

const printOf = (passwordHash: string) => keyedHash(OWNER, passwordHash).toString("base64url");

/**
 * What the second step of a sign-in is entered with: the password was right, for these five minutes and as long as it
 * stays the same. Nobody but the server can read or make one.
 */
export const newTicket = (accountId: number, passwordHash: string): string => {
  const note: Note = [accountId, printOf(passwordHash), now().getTime() + GOOD_FOR];
  return seal(JSON.stringify(note), OWNER).toString("base64url");
};

/** Whose it is, and whether it was given for this password; undefined when it is over or not of our making. */
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

/** The password was right and a code is needed too. The ticket is for the sign-in page; no JSON answer carries it. */
export class CodeAsked extends Refusal {
  constructor(readonly ticket: string) {
    super("VALIDATION_ERROR", ASKED, { totp: [ASKED] });
  }
}
