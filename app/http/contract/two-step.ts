import { identity } from "~/gate.server";
import { calls, created } from "../calls/calls";

const { passkeys, twoStep } = identity;

/** The second step of one's own sign-in. */
export const twoStepCalls = calls({
  "GET auth/totp": twoStep.read,
  "POST auth/totp": created(twoStep.begin),
  "POST auth/totp/confirm": twoStep.confirm,
  "POST auth/totp/replace": created(twoStep.replace),
  "POST auth/totp/recovery-codes": twoStep.renewCodes,
  "POST auth/totp/off": twoStep.switchOff,
  "POST auth/totp/reset": twoStep.reset,
  "GET auth/passkeys": passkeys.list,
  "GET auth/passkeys/options": passkeys.options,
  "POST auth/passkeys": created(passkeys.add),
  "DELETE auth/passkeys/{id}": passkeys.remove,
});
