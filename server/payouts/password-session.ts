import { forbidden } from "../kernel/operation/refusal";
import { type Actor, isPasswordSession } from "../kernel/operation/roles";

/**
 * Throws 403 unless the person has signed in with their own password. The holder of a token or a sign-in link must not
 * decide where money goes.
 */
export function requirePasswordSession(actor: Actor): void {
  if (isPasswordSession(actor)) return;
  const reason = actor.by
    ? `You are signed in through a link of ${actor.by}.`
    : "This session was opened with a token or a link.";
  throw forbidden(
    `${reason} Payout details are changed only in a session that was opened with the person's own password. Please sign in with it and try again.`,
  );
}
