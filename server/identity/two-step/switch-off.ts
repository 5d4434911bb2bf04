import { z } from "zod";
import { endSessions, verifyPassword } from "../../accounts";
import { one, writing } from "../../kernel/database";
import { Required, Verbatim } from "../../kernel/input";
import { command } from "../../kernel/operation";
import { conflict, invalid } from "../../kernel/refusal";
import { atLeast } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { countTry, forgive } from "../throttle";
import { confirmedAt, pass, remove, WRONG_CODE } from "./authenticator";

/** Switching the second step off takes the password and a code; tries are counted like those to sign in. */
export const switchOff = command({
  name: "auth.twoStep.switchOff",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: z.object({ password: Verbatim(255).min(1, "Please fill in this field."), totp: Required(64) }),
  output: z.object({}),
  async before({ actor: { accountId, username }, from: { ip } }, { password }) {
    const known = await writing(async () => {
      await countTry({ name: username, ip });
      return one<{ password_hash: string }>(sql`SELECT password_hash FROM accounts WHERE id = ${accountId}`);
    });
    return verifyPassword(known?.password_hash, password);
  },
  async run({ actor: { accountId, username, sessionId }, from: { ip }, changed }, { totp }, right: boolean) {
    if (!(await confirmedAt(accountId))) throw conflict("Two-step sign-in is off already.");
    if (!right) throw invalid({ password: ["This is not your password."] });
    if (!(await pass(accountId, totp))) throw invalid({ totp: [WRONG_CODE] });
    await remove(accountId);
    await forgive({ name: username, ip });
    await endSessions(accountId, sessionId);
    changed({
      record: "twoStep",
      id: accountId,
      before: { enabled: true },
      after: { enabled: false },
      onBehalfOf: accountId,
    });
    return {};
  },
});
