import { z } from "zod";
import { Account, Agent, Session } from "~models";
import { canManage, endAccess, endSessions, hasUsername } from "../../accounts";
import { Nothing, Required, TypedUsername, Updated, Verbatim } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { conflict, invalid, notFound } from "../../kernel/operation/refusal";
import { type Actor, atLeast, hasRole, isPasswordSession } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { checkOwnPassword, type PasswordCheck, requirePasswordAndCode, secondStepFields } from "../own-password";
import { confirm as confirmSecret, createNextSecret, createSecret, pendingSecret } from "./authenticator";
import { isTwoStepRequired } from "./required";
import { newRecoveryCodes, recoveryCodesLeft } from "./recovery-codes";
import { hasSecondStep, removeSecondSteps, secondStepsOf } from "./second-step";

/** Required again before two-step sign-in is changed, because a session may have been left open. */
const PasswordAndCode = z.object({
  password: Verbatim(255).min(1, "Please fill in this field."),
  ...secondStepFields,
});
const SECRET = ["password", "totp", "passkey"] as const;

const REQUIRED =
  "Your account needs two-step sign-in, so it cannot be switched off. To use another phone or app, set up another app.";

const Secret = z.object({ secret: z.string(), uri: z.string(), qr: z.string() });

/** Whether two-step sign-in is on for the signed-in account, and its unconfirmed secret. */
export const read = query({
  name: "auth.twoStep.read",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  whileDue: ["secondStep"],
  input: Nothing,
  output: z.object({
    enabled: z.boolean(),
    /** It cannot be switched off: TWO_STEP asks this role for it. */
    required: z.boolean(),
    /** An authenticator app is set up. There may be passkeys beside it, or instead of it. */
    app: z.boolean(),
    since: z.string().nullable(),
    recoveryCodesLeft: z.int(),
    pending: Secret.nullable(),
  }),
  async run({ actor }) {
    const { accountId, username, role, scope } = actor;
    const { app, passkeys } = await secondStepsOf(accountId);
    const begins = [app?.confirmedAt, passkeys[0]?.createdAt].flatMap((at) => at?.getTime() ?? []);
    return {
      enabled: begins.length > 0,
      required: isTwoStepRequired(role),
      app: app !== null,
      since: begins.length > 0 ? isoTime(new Date(Math.min(...begins))) : null,
      recoveryCodesLeft: await recoveryCodesLeft(accountId),
      // The holder of a token and the maker of a sign-in link must not get a credential that outlives it.
      pending: scope === "all" && isPasswordSession(actor) ? await pendingSecret(accountId, username) : null,
    };
  },
});

/** Creates a secret for the person's app. It takes effect once a code confirms it. */
export const begin = command({
  name: "auth.twoStep.begin",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  whileDue: ["secondStep"],
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: Nothing,
  output: Secret,
  async run({ actor, changed }) {
    const { accountId, username } = actor;
    if (!(await createSecret(accountId))) throw conflict("An authenticator app is already set up.");
    const secret = await pendingSecret(accountId, username);
    if (!secret) throw notFound();
    changed({ record: "twoStep", id: accountId, before: null, after: { begun: true }, onBehalfOf: accountId });
    return secret;
  },
});

/**
 * Sets up the app with a code from it, or moves two-step sign-in to another app. Returns ten recovery codes, which are shown
 * only once and replace former ones. If this is the first second step, or another app, ends the person's other sessions and
 * their tokens: they were opened with a password only, or perhaps on a lost phone.
 */
export const confirm = command({
  name: "auth.twoStep.confirm",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  whileDue: ["secondStep"],
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: z.object({ totp: Required(64) }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  async run({ actor, changed }, { totp }) {
    const { accountId, sessionId } = actor;
    const enabled = await hasSecondStep(accountId);
    const outcome = await confirmSecret(accountId, totp);
    if (outcome === "over") throw conflict("The key has expired. Please start again.");
    if (outcome === "wrong") throw invalid({ totp: ["This code is wrong. Please enter the current one."] });
    const recoveryCodes = await newRecoveryCodes(accountId);
    await Session.update({ secondStep: true }, { where: { id: sessionId ?? 0 } });
    if (!enabled || outcome === "moved") await endAccess(accountId, { sessionId, serviceTokens: true });
    const key = outcome === "moved" ? "anotherApp" : enabled ? "app" : "enabled";
    changed({
      record: "twoStep",
      id: accountId,
      before: { [key]: false },
      after: { [key]: true },
      onBehalfOf: accountId,
    });
    return { recoveryCodes };
  },
});

/**
 * Creates a secret for another app, such as on a new phone. Requires the password and a second step. The present app works
 * until a code of the new one confirms it.
 */
export const replace = command({
  name: "auth.twoStep.replace",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  whileDue: ["secondStep"],
  type: "UPDATE",
  credentials: true,
  input: PasswordAndCode,
  output: Secret,
  secret: SECRET,
  before: checkOwnPassword,
  async run(call, proof, checked: PasswordCheck) {
    const { accountId, username } = call.actor;
    const { app } = await secondStepsOf(accountId);
    if (!app) throw conflict("There is no authenticator app yet. Please set it up first.");
    await requirePasswordAndCode(call, proof, checked);
    await createNextSecret(accountId);
    const secret = await pendingSecret(accountId, username);
    if (!secret) throw notFound();
    call.changed({ record: "twoStep", id: accountId, before: null, after: { begun: true }, onBehalfOf: accountId });
    return secret;
  },
});

/** Replaces the recovery codes by ten new ones. Requires the password and a second step. App and passkeys stay. */
export const renewCodes = command({
  name: "auth.twoStep.renewCodes",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  whileDue: ["secondStep"],
  type: "UPDATE",
  credentials: true,
  input: PasswordAndCode,
  secret: SECRET,
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  before: checkOwnPassword,
  async run(call, proof, checked: PasswordCheck) {
    const { accountId } = call.actor;
    if (!(await hasSecondStep(accountId))) throw conflict("Two-step sign-in is off. Please set it up first.");
    await requirePasswordAndCode(call, proof, checked);
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

/**
 * Turns off two-step sign-in: removes the app and all passkeys. Requires the password and a second step. Tries count
 * towards the sign-in limits.
 */
export const switchOff = command({
  name: "auth.twoStep.switchOff",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  whileDue: ["secondStep"],
  type: "UPDATE",
  credentials: true,
  input: PasswordAndCode,
  secret: SECRET,
  output: z.object({}),
  before: checkOwnPassword,
  async run(call, proof, checked: PasswordCheck) {
    const { accountId, role, sessionId } = call.actor;
    if (!(await hasSecondStep(accountId))) throw conflict("Two-step sign-in is already off.");
    if (isTwoStepRequired(role)) throw conflict(REQUIRED);
    await requirePasswordAndCode(call, proof, checked);
    await removeSecondSteps(accountId);
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
 * Turns off two-step sign-in for another person who has lost their app or passkeys, and recovery codes: managers for the agents of
 * their office, admins for agents and managers, superadmins for everyone. The person is signed out everywhere and then
 * signs in with their password only. For their own account, people need their password and a code.
 */
export const reset = command({
  name: "auth.twoStep.reset",
  does: "reset two-step sign-in",
  allow: atLeast("company"),
  type: "UPDATE",
  confirmed: true,
  credentials: true,
  input: z.object({ username: TypedUsername() }),
  output: Updated,
  async run({ actor, changed }, { username }) {
    const person = await Account.findOne({ attributes: ["id", "role"], where: hasUsername(username), lock: true });
    if (person?.id === actor.accountId) {
      throw invalid({ username: ["Please switch off your own with your password and a code."] });
    }
    if (!person || !(await mayReset(actor, person)) || !(await removeSecondSteps(person.id))) {
      throw invalid({ username: ["No account with this username uses two-step sign-in."] });
    }
    await endAccess(person.id, { serviceTokens: true });
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

async function mayReset(actor: Actor, { id: accountId, role }: Account): Promise<boolean> {
  if (hasRole(actor, "superadmin")) return true;
  const agent = await Agent.findOne({ attributes: ["companyId"], where: { accountId } });
  return canManage(actor, { accountId, role, companyId: agent?.companyId ?? null });
}
