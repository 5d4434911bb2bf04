import { z } from "zod";
import { endAccess } from "../../accounts";
import { Required } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { conflict, invalid } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { confirm as confirmSecret } from "./authenticator";
import { newRecoveryCodes } from "./recovery-codes";

/**
 * Turns on two-step sign-in with a code from the app. Returns ten recovery codes, which are shown only once. Ends the
 * person's other sessions and their tokens, because they were opened with a password only.
 */
export const confirm = command({
  name: "auth.twoStep.confirm",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: z.object({ totp: Required(64) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  async run({ actor: { accountId, sessionId }, changed }, { totp }) {
    const outcome = await confirmSecret(accountId, totp);
    if (outcome === "over") throw conflict("The key has expired. Please start again.");
    if (outcome === "wrong") throw invalid({ totp: ["This code is wrong. Please enter the current one."] });
    const recoveryCodes = await newRecoveryCodes(accountId);
    await endAccess(accountId, { sessionId });
    changed({
      record: "twoStep",
      id: accountId,
      before: { enabled: false },
      after: { enabled: true },
      onBehalfOf: accountId,
    });
    return { recoveryCodes };
  },
});
