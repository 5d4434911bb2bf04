import { z } from "zod";
import { Account, Passkey, RecoveryCode, Session } from "~models";
import { endAccess, endSessions } from "../../accounts";
import { Deleted, Id, Ids, Nothing, Required } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { conflict, invalid, noSuch } from "../../kernel/operation/refusal";
import { atLeast } from "../../kernel/operation/roles";
import { isoTime } from "../../kernel/time";
import { addPasskey, newPasskeyOptions } from "./passkeys";
import { newRecoveryCodes } from "./recovery-codes";
import { isTwoStepRequired } from "./required";
import { hasSecondStep, secondStepsOf } from "./second-step";
import { Attestation, CreationOptions } from "./webauthn";

const MISSING = "Your browser has not sent a passkey. Please press the button again. It needs scripts.";
const MAX_PASSKEYS = 10;
/** Short enough for a line of a mail. */
const MAX_NAME = 40;
const REQUIRED =
  "Your account needs two-step sign-in, so its last passkey stays. Please add another one or an app first.";

const PasskeyOutput = z
  .object({ id: z.int(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
  .meta({ id: "Passkey", description: "A passkey of the signed-in account." });

const toOutput = ({ id, name, createdAt, lastUsedAt }: Passkey): z.output<typeof PasskeyOutput> => ({
  ...{ id, name, createdAt: isoTime(createdAt) },
  lastUsedAt: lastUsedAt && isoTime(lastUsedAt),
});

/** The person's passkeys, the oldest first. */
export const list = query({
  name: "auth.passkeys.list",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ passkeys: z.array(PasskeyOutput) }),
  run: async ({ actor }) => ({ passkeys: (await secondStepsOf(actor.accountId)).passkeys.map(toOutput) }),
});

/** The names of passkeys of the person, for the question before they are removed. */
export const named = query({
  name: "auth.passkeys.named",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  input: z.object({ ids: Ids }),
  output: z.object({ names: z.array(z.string()) }),
  async run({ actor: { accountId } }, { ids }) {
    const passkeys = await Passkey.findAll({ where: { accountId, id: ids }, order: [["id", "ASC"]] });
    return { names: passkeys.map(({ name }) => name) };
  },
});

/** The options with which a browser creates a passkey, for five minutes and this session. */
export const options = query({
  name: "auth.passkeys.options",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  credentials: true,
  input: Nothing,
  output: CreationOptions,
  run: async ({ actor }) => newPasskeyOptions(actor, (await secondStepsOf(actor.accountId)).passkeys),
});

/**
 * Adds a passkey. With the first second step of an account, returns ten recovery codes, which are shown only once, and ends
 * the person's other sessions and their tokens, because they were opened with a password only.
 */
export const add = command({
  name: "auth.passkeys.add",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  type: "CREATE",
  confirmed: true,
  credentials: true,
  input: z.object({ name: Required(MAX_NAME), passkey: Attestation.optional() }),
  output: z.object({ id: z.int(), recoveryCodes: z.array(z.string()) }),
  secret: ["passkey"],
  async run({ actor, changed }, { name, passkey }) {
    if (!passkey) throw invalid({ passkey: [MISSING] });
    const { accountId, sessionId } = actor;
    await Account.findByPk(accountId, { attributes: ["id"], lock: true });
    const { app, passkeys } = await secondStepsOf(accountId);
    if (passkeys.length >= MAX_PASSKEYS) throw conflict(`You have ${MAX_PASSKEYS} passkeys. Please remove one first.`);
    const added = await addPasskey(actor, name, passkey);
    if (!added) throw invalid({ passkey: ["This passkey was not accepted. Please press the button again."] });
    const isFirst = app === null && passkeys.length === 0;
    const recoveryCodes = isFirst ? await newRecoveryCodes(accountId) : [];
    await Session.update({ secondStep: true }, { where: { id: sessionId ?? 0 } });
    if (isFirst) await endAccess(accountId, { sessionId, serviceTokens: true });
    changed({
      record: "twoStep",
      id: accountId,
      before: { passkey: null, ...(isFirst && { enabled: false }) },
      after: { passkey: name, ...(isFirst && { enabled: true }) },
      onBehalfOf: accountId,
    });
    return { id: added.id, recoveryCodes };
  },
});

/** Removes one of the person's passkeys. Without an app, removing the last one turns two-step sign-in off, if it may be off. */
export const remove = command({
  name: "auth.passkeys.remove",
  does: "use two-step sign-in",
  allow: atLeast("agent"),
  type: "DELETE",
  confirmed: true,
  credentials: true,
  input: z.object({ id: Id }),
  output: Deleted,
  async run({ actor, changed }, { id }) {
    const { accountId, role, sessionId } = actor;
    await Account.findByPk(accountId, { attributes: ["id"], lock: true });
    const passkey = await Passkey.findOne({ where: { id, accountId } });
    if (!passkey) throw noSuch("passkey");
    await passkey.destroy();
    const isLast = !(await hasSecondStep(accountId));
    if (isLast && isTwoStepRequired(role)) throw conflict(REQUIRED);
    if (isLast) {
      await RecoveryCode.destroy({ where: { accountId } });
      await endSessions(accountId, sessionId);
    }
    changed({
      record: "twoStep",
      id: accountId,
      before: { passkey: passkey.name, ...(isLast && { enabled: true }) },
      after: { passkey: null, ...(isLast && { enabled: false }) },
      onBehalfOf: accountId,
    });
    return { deleted: 1 };
  },
});
