import type { Session } from "~models";
import { forbidden } from "../kernel/operation/refusal";
import { confirmedAt } from "./two-step/authenticator";

const WITH_CODE =
  "This account uses two-step sign-in. Sign in with a code yourself first: set up two-step sign-in under Profile.";

/** Throws 403 for an account with two-step sign-in, unless the session passed a second step itself. */
export async function requireSecondStep(accountId: number, session: Session | null): Promise<void> {
  if (!session?.secondStep && (await confirmedAt(accountId))) throw forbidden(WITH_CODE);
}
