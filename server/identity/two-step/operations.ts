import { z } from "zod";
import { Account } from "~models";
import { endAccess, endSessions, hasUsername } from "../../accounts";
import { Nothing, Required, Updated, Verbatim } from "../../kernel/operation/input";
import { type Call, command, query } from "../../kernel/operation/operation";
import { conflict, invalid, notFound } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/periods";
import { checkOwnPassword, type PasswordCheck, requireOwnPassword } from "../own-password";
import {
  confirm as confirmSecret,
  confirmedAt,
  createSecret,
  verifyCode,
  pendingSecret,
  remove,
  WRONG_CODE,
} from "./authenticator";
import { newRecoveryCodes, recoveryCodesLeft } from "./recovery-codes";

/** Required again before two-step sign-in is changed, because a session may have been left open. */
const PasswordAndCode = z.object({
  password: Verbatim(255).min(1, "Please fill in this field."),
  totp: Required(64),
});
type Given = z.output<typeof PasswordAndCode>;

/** Uses up the code. Throws 422 if the password or the code is wrong. */
async function requirePasswordAndCode({ actor }: Call, { totp }: Given, checked: PasswordCheck): Promise<void> {
  requireOwnPassword(checked);
  if (!(await verifyCode(actor.accountId, totp))) throw invalid({ totp: [WRONG_CODE] });
  await checked.attempt.clearFailures();
}

const Secret = z.object({ secret: z.string(), uri: z.string(), qr: z.string() });

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

/** Creates a secret for the person's app. It takes effect once a code confirms it. */
export const begin = command({
  name: "auth.twoStep.begin",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: Nothing,
  output: Secret,
  async run({ actor: { accountId, username }, changed }) {
    if (!(await createSecret(accountId))) throw conflict("Two-step sign-in is already on.");
    const secret = await pendingSecret(accountId, username);
    if (!secret) throw notFound();
    changed({ record: "twoStep", id: accountId, before: null, after: { begun: true }, onBehalfOf: accountId });
    return secret;
  },
});

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

/** Replaces the recovery codes by ten new ones. Requires the password and a code. The app's secret does not change. */
export const renewCodes = command({
  name: "auth.twoStep.renewCodes",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: PasswordAndCode,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  before: checkOwnPassword,
  async run(call, input, checked: PasswordCheck) {
    const { accountId } = call.actor;
    if (!(await confirmedAt(accountId))) throw conflict("Two-step sign-in is off. Please set it up first.");
    await requirePasswordAndCode(call, input, checked);
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

/** Turns off two-step sign-in. Requires the password and a code. Tries count towards the sign-in limits. */
export const switchOff = command({
  name: "auth.twoStep.switchOff",
  does: "use two-step sign-in",
  allow: atLeast("company"),
  input: PasswordAndCode,
  output: z.object({}),
  before: checkOwnPassword,
  async run(call, input, checked: PasswordCheck) {
    const { accountId, sessionId } = call.actor;
    if (!(await confirmedAt(accountId))) throw conflict("Two-step sign-in is already off.");
    await requirePasswordAndCode(call, input, checked);
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
    const person = await Account.findOne({ attributes: ["id"], where: hasUsername(username), lock: true });
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
