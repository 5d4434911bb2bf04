import { z } from "zod";
import { Nothing } from "../../kernel/operation/input";
import { query } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/periods";
import { atLeast } from "../../kernel/operation/roles";
import { confirmedAt, pendingSecret } from "./authenticator";
import { recoveryCodesLeft } from "./recovery-codes";

export const Secret = z.object({ secret: z.string(), uri: z.string(), qr: z.string() });

/** Whether two-step sign-in is on for the signed-in account, and its unconfirmed secret. */
export const read = query({
  name: "auth.twoStep.read",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: Nothing,
  output: z.object({
    enabled: z.boolean(),
    since: z.string().nullable(),
    recoveryCodesLeft: z.int(),
    pending: Secret.nullable(),
  }),
  async run({ actor: { accountId, username, scope } }) {
    const since = await confirmedAt(accountId);
    return {
      enabled: since !== null,
      since: since && isoTime(since),
      recoveryCodesLeft: await recoveryCodesLeft(accountId),
      // A limited scope must not expose a credential.
      pending: scope === "all" ? await pendingSecret(accountId, username) : null,
    };
  },
});
