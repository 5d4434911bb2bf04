import type { Session } from "~models";
import { forbidden } from "../kernel/operation/refusal";
import { hasSecondStep } from "./two-step/second-step";

const WITH_CODE =
  "This account uses two-step sign-in. Sign in with a code or passkey yourself first: set up two-step sign-in under Profile.";

/** Throws 403 for an account with two-step sign-in, unless the session passed a second step itself. */
export async function requireSecondStep(accountId: number, session: Session | null): Promise<void> {
  if (!session?.secondStep && (await hasSecondStep(accountId))) throw forbidden(WITH_CODE);
}
