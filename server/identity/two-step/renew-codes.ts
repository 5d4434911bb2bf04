import { z } from "zod";
import { command } from "../../kernel/operation/operation";
import { conflict } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { confirmedAt } from "./authenticator";
import { type Checked, isOwnPassword, PasswordAndCode, requireBoth } from "./password-and-code";
import { newRecoveryCodes, recoveryCodesLeft } from "./recovery-codes";

/** Replaces the recovery codes by ten new ones. Requires the password and a code. The app's secret does not change. */
export const renewCodes = command({
  name: "auth.twoStep.renewCodes",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: PasswordAndCode,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  before: isOwnPassword,
  async run(call, given, checked: Checked) {
    const { accountId } = call.actor;
    if (!(await confirmedAt(accountId))) throw conflict("Two-step sign-in is off. Please set it up first.");
    await requireBoth(call, given, checked);
    const left = await recoveryCodesLeft(accountId);
    const recoveryCodes = await newRecoveryCodes(accountId);
    call.changed({
      record: "twoStep",
      id: accountId,
      before: { codesLeft: left },
      after: { codesLeft: recoveryCodes.length },
      onBehalfOf: accountId,
    });
    return { recoveryCodes };
  },
});
