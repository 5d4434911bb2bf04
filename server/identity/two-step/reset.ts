import { z } from "zod";
import { Account } from "~models";
import { endAccess, isNamed } from "../../accounts";
import { Required, Updated } from "../../kernel/operation/input";
import { command } from "../../kernel/operation/operation";
import { invalid } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { remove } from "./authenticator";

/**
 * Turns off two-step sign-in for another person who has lost their app and recovery codes. They are signed out
 * everywhere and then sign in with their password only. For their own account, people need their password and a code.
 */
export const reset = command({
  name: "auth.twoStep.reset",
  does: "reset two-step sign-in",
  allow: atLeast("superadmin"),
  input: z.object({ username: Required(255) }),
  output: Updated,
  async run({ actor, changed }, { username }) {
    const person = await Account.findOne({ attributes: ["id"], where: isNamed(username), lock: true });
    if (person?.id === actor.accountId) {
      throw invalid({ username: ["Please switch off your own with your password and a code."] });
    }
    if (!person || !(await remove(person.id))) {
      throw invalid({ username: ["No account with this username uses two-step sign-in."] });
    }
    await endAccess(person.id);
    changed({
      record: "twoStep",
      id: person.id,
      before: { enabled: true },
      after: { enabled: false },
      onBehalfOf: person.id,
    });
    return { updated: 1 };
  },
});
