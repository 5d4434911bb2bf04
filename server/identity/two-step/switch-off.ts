import { z } from "zod";
import { endSessions } from "../../accounts";
import { command } from "../../kernel/operation/operation";
import { conflict } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { confirmedAt, remove } from "./authenticator";
import { type Checked, isOwnPassword, PasswordAndCode, requireBoth } from "./password-and-code";

/** Turns off two-step sign-in. Requires the password and a code. Tries count towards the sign-in limits. */
export const switchOff = command({
  name: "auth.twoStep.switchOff",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: PasswordAndCode,
  output: z.object({}),
  before: isOwnPassword,
  async run(call, given, checked: Checked) {
    const { accountId, sessionId } = call.actor;
    if (!(await confirmedAt(accountId))) throw conflict("Two-step sign-in is already off.");
    await requireBoth(call, given, checked);
    await remove(accountId);
    await endSessions(accountId, sessionId);
    call.changed({
      record: "twoStep",
      id: accountId,
      before: { enabled: true },
      after: { enabled: false },
      onBehalfOf: accountId,
    });
    return {};
  },
});
