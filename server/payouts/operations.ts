import { z } from "zod";
import { checkOwnPassword, type PasswordCheck, requirePasswordAndCode, secondStepFields } from "../identity";
import { auditKey } from "../kernel/operation/audit";
import { Id, Nothing, Verbatim } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { type Actor, atLeast } from "../kernel/operation/roles";
import { isoTime } from "../kernel/time";
import { confirmDetails, refusalToConfirm, replaceDetails } from "./change";
import { mailChange, mailConfirmation } from "./change-mail";
import { hasDestination, type NewDetails, NO_DESTINATION, payoutFields } from "./details";
import { findOwner, findSelf, type Kind, type Owner } from "./owner";
import { requirePasswordSession } from "./password-session";
import { PayoutOutput, readDetails, readHistory } from "./read";

/** Required again, because anyone who finds an open session could redirect payments. */
const proof = {
  password: Verbatim(255).min(1, "Please fill in this field."),
  ...secondStepFields,
};
/** The version of the details that a form was opened with; 0 if there were none. */
const version = z.int().min(0).optional();
const SECRET = ["details", "password", "totp", "passkey"];

type Change = NewDetails & Parameters<typeof requirePasswordAndCode>[1] & { password: string; version?: number };

/** Runs before the transaction: a token or link cannot be used to try out passwords either. */
async function check(call: Call, input: { password: string }): Promise<PasswordCheck> {
  requirePasswordSession(call.actor);
  return checkOwnPassword(call, input);
}

async function save(call: Call, owner: Owner, { totp, passkey, ...details }: Change, checked: PasswordCheck) {
  const { kind, id, accountId } = owner;
  await requirePasswordAndCode(call, { totp, passkey }, checked);
  const { before, after } = await replaceDetails(call.actor, accountId, details);
  // Managers can read the history of their agents, so it only says that the details changed.
  call.changed({
    record: kind,
    id,
    before: { payoutDetails: before ? isoTime(before.changedAt) : null },
    after: { payoutDetails: isoTime(after.changedAt) },
    onBehalfOf: accountId,
  });
  await mailChange(call, owner, after);
  return readDetails(call.actor, accountId);
}

/** How the signed-in agent or office is paid, without the lines. */
export const readOwn = query({
  name: "payouts.readOwn",
  does: "read your payout details",
  allow: atLeast("agent"),
  input: Nothing,
  output: PayoutOutput,
  run: async ({ actor }) => readDetails(actor, (await findSelf(actor)).accountId),
});

/**
 * Agents and managers replace their own details, which are used 72 hours later. Requires a session that was opened with
 * their password, the password, and the code of two-step sign-in if they use it.
 */
export const saveOwn = command({
  name: "payouts.saveOwn",
  does: "change your payout details",
  allow: atLeast("agent"),
  type: "UPDATE",
  input: z.object({ ...payoutFields, ...proof, version }).refine(hasDestination, NO_DESTINATION),
  output: PayoutOutput,
  secret: SECRET,
  before: check,
  run: async (call, input, checked: PasswordCheck) => save(call, await findSelf(call.actor, true), input, checked),
  current: async ({ actor }) => readDetails(actor, (await findSelf(actor)).accountId),
  audited: ({ actor: { agentId, companyId } }) =>
    agentId === null ? auditKey("office", companyId ?? 0) : auditKey("agent", agentId),
});

/** With the name of the agent or office. */
const NamedOutput = PayoutOutput.extend({
  id: z.int(),
  name: z.string(),
  /** True if they wait, and the signed-in superadmin may confirm them. */
  mayConfirm: z.boolean(),
  /** Why the signed-in superadmin may not confirm details that wait; otherwise null. */
  whyNotConfirm: z.string().nullable(),
});

async function readNamed(actor: Actor, owner: Owner): Promise<z.output<typeof NamedOutput>> {
  const { id, accountId, name } = owner;
  const history = await readHistory(accountId);
  const details = await readDetails(actor, accountId, history);
  const [newest] = history;
  const whyNotConfirm = newest && details.waits ? await refusalToConfirm(actor, owner, newest) : null;
  const mayConfirm = details.waits && details.mayChange && whyNotConfirm === null;
  return { ...details, id, name, mayConfirm, whyNotConfirm };
}

const readOf = (kind: Kind, name: string) =>
  query({
    name,
    does: "read payout details",
    allow: atLeast("superadmin"),
    input: z.object({ id: Id }),
    output: NamedOutput,
    run: async ({ actor }, { id }) => readNamed(actor, await findOwner(actor, kind, id)),
  });

const saveOf = (kind: Kind, name: string) =>
  command({
    name,
    does: "change payout details",
    allow: atLeast("superadmin"),
    type: "UPDATE",
    input: z.object({ id: Id, ...payoutFields, ...proof, version }).refine(hasDestination, NO_DESTINATION),
    output: NamedOutput,
    secret: SECRET,
    before: check,
    async run(call, { id, ...input }, checked: PasswordCheck) {
      const owner = await findOwner(call.actor, kind, id, true);
      await save(call, owner, input, checked);
      return readNamed(call.actor, owner);
    },
    current: async ({ actor }, { id }) => readNamed(actor, await findOwner(actor, kind, id)),
    audited: (_call, { id }) => auditKey(kind, id),
  });

const confirmOf = (kind: Kind, name: string) =>
  command({
    name,
    does: "confirm payout details",
    allow: atLeast("superadmin"),
    type: "UPDATE",
    credentials: true,
    confirmed: true,
    input: z.object({ id: Id, version }),
    output: NamedOutput,
    async run(call, input) {
      const { actor } = call;
      const owner = await findOwner(actor, kind, input.id, true);
      const { id, accountId } = owner;
      const { usedFrom } = await confirmDetails(actor, owner, input.version);
      await mailConfirmation(call, owner, usedFrom);
      call.changed({
        record: kind,
        id,
        before: { payoutConfirmed: null },
        after: { payoutConfirmed: isoTime(usedFrom) },
        onBehalfOf: accountId,
      });
      return readNamed(actor, owner);
    },
    current: async ({ actor }, { id }) => readNamed(actor, await findOwner(actor, kind, id)),
    audited: (_call, { id }) => auditKey(kind, id),
  });

export const readAgent = readOf("agent", "payouts.readAgent");
/** Superadmins replace the details of an agent. Requires the superadmin's own password. */
export const saveAgent = saveOf("agent", "payouts.saveAgent");
/** A superadmin, not the one who entered them, confirms details of an agent that wait: they are used at once. */
export const confirmAgent = confirmOf("agent", "payouts.confirmAgent");
export const readOffice = readOf("office", "payouts.readOffice");
/** Superadmins replace the details of an office. Requires the superadmin's own password. */
export const saveOffice = saveOf("office", "payouts.saveOffice");
/** A superadmin, not the one who entered them, confirms details of an office that wait: they are used at once. */
export const confirmOffice = confirmOf("office", "payouts.confirmOffice");
