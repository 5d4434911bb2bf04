import { z } from "zod";
import { Session } from "~models";
import { CONFIRMED_MS, requireOwner } from "../kernel/operation/permission";
import { Nothing, Text, Verbatim } from "../kernel/operation/input";
import { command, query } from "../kernel/operation/operation";
import { invalid } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { now } from "../kernel/time/now";
import { checkOwnPassword, type PasswordCheck } from "./own-password";
import { inSession } from "./two-step/challenge";
import { passkeyOptions } from "./two-step/passkeys";
import { requireCode } from "./two-step/require-code";
import { hasSecondStep, secondStepsOf } from "./two-step/second-step";
import { Assertion, RequestOptions } from "./two-step/webauthn";

/**
 * Notes that the person has just given their password, and a second step if they use one. For 15 minutes, this
 * session may do what needs a confirmation. Tries count towards the sign-in limits.
 */
export const confirm = command({
  name: "auth.confirm",
  does: "confirm with your password",
  allow: atLeast("agent"),
  type: "AUTH",
  whileDue: ["password", "secondStep"],
  input: z.object({
    password: Verbatim(255).min(1, "Please fill in this field."),
    code: Text(64).optional(),
    passkey: Assertion.optional(),
  }),
  output: z.object({ until: z.string() }),
  secret: ["password", "code", "passkey"],
  async before(call, input) {
    const { by, clientTokenId, sessionId } = call.actor;
    // A session that a client token opened may be confirmed by its owner, the token itself may not.
    if (by || clientTokenId || sessionId === null) requireOwner(call.actor);
    return checkOwnPassword(call, input);
  },
  async run(call, proof, checked: PasswordCheck) {
    const { actor, changed } = call;
    if (!checked.isCorrect) throw invalid({ password: ["This is not your password."] });
    const { accountId, sessionId } = actor;
    const secondStep = await hasSecondStep(accountId);
    if (secondStep) {
      const purpose = proof.passkey && inSession("confirm", actor);
      await requireCode(call, accountId, proof, { purpose, field: "code" });
    }
    await checked.attempt.clearFailures();
    const moment = now();
    await Session.update({ confirmedAt: moment, ...(secondStep && { secondStep }) }, { where: { id: sessionId ?? 0 } });
    changed({ record: "session", id: sessionId ?? 0, before: null, after: { confirmed: true } });
    return { until: isoTime(new Date(moment.getTime() + CONFIRMED_MS)) };
  },
});

/** The fields of the page on which the signed-in person confirms, and the request for a passkey if they have any. */
export const confirmForm = query({
  name: "auth.confirmForm",
  does: "confirm with your password",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    username: z.string(),
    code: z.boolean(),
    app: z.boolean(),
    passkey: RequestOptions.nullable(),
  }),
  async run({ actor }) {
    const { accountId, username } = actor;
    const { app, passkeys } = await secondStepsOf(accountId);
    return {
      username,
      code: app !== null || passkeys.length > 0,
      app: app !== null,
      passkey: actor.sessionId === null ? null : passkeyOptions(accountId, passkeys, inSession("confirm", actor)),
    };
  },
});
