import { z } from "zod";
import { Agent, Office } from "~models";
import { findOneVisible } from "../accounts";
import { checkOwnPassword, type PasswordCheck, requireOwnPassword } from "../identity";
import { Id, Nothing, Verbatim } from "../kernel/operation/input";
import { type Call, command, query } from "../kernel/operation/operation";
import { notFound } from "../kernel/operation/refusal";
import { type Actor, atLeast } from "../kernel/operation/roles";
import {
  hasDestination,
  type NewDetails,
  NO_DESTINATION,
  payoutFields,
  PayoutOutput,
  readDetails,
  replaceDetails,
} from "./details";

/** Required again, because anyone who finds an open session could redirect payments. */
const password = Verbatim(255).min(1, "Please fill in this field.");
const SECRET = ["details", "password"];

type Kind = "agent" | "office";
type Owner = { kind: Kind; id: number; accountId: number; name: string };

/** An agent or office that the actor can see, with their account locked if `lock` is set. Throws 404. */
async function findOwner(actor: Actor, kind: Kind, id: number, lock = false): Promise<Owner> {
  if (kind === "agent") {
    const { accountId, account } = await findOneVisible(Agent, actor, id, { lock });
    return { kind, id, accountId, name: account?.username ?? "" };
  }
  const { accountId, officeName } = await findOneVisible(Office, actor, id, { lock });
  return { kind, id, accountId, name: officeName };
}

/** The agent or office of the signed-in account. Throws 404 for admins, who are not paid. */
async function findSelf(actor: Actor, lock = false): Promise<Owner> {
  const { agentId, companyId } = actor;
  if (agentId !== null) return findOwner(actor, "agent", agentId, lock);
  if (companyId !== null) return findOwner(actor, "office", companyId, lock);
  throw notFound();
}

async function save({ actor, changed }: Call, owner: Owner, details: NewDetails, checked: PasswordCheck) {
  requireOwnPassword(checked);
  const { kind, id, accountId } = owner;
  const { before, after } = await replaceDetails(actor, accountId, details);
  // Managers can read the history of their agents, so it only says that the details changed.
  changed({
    record: kind,
    id,
    before: { payoutDetails: before },
    after: { payoutDetails: after },
    onBehalfOf: accountId,
  });
  await checked.attempt.clearFailures();
  return readDetails(actor, accountId);
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

/** Agents and managers replace their own details. Requires their password. */
export const saveOwn = command({
  name: "payouts.saveOwn",
  does: "change your payout details",
  allow: atLeast("agent"),
  type: "UPDATE",
  input: z.object({ ...payoutFields, password }).refine(hasDestination, NO_DESTINATION),
  output: PayoutOutput,
  secret: SECRET,
  before: checkOwnPassword,
  run: async (call, { method, details }, checked: PasswordCheck) =>
    save(call, await findSelf(call.actor, true), { method, details }, checked),
});

/** With the name of the agent or office. */
const NamedOutput = PayoutOutput.extend({ id: z.int(), name: z.string() });

const readOf = (kind: Kind, name: string) =>
  query({
    name,
    does: "read payout details",
    allow: atLeast("superadmin"),
    input: z.object({ id: Id }),
    output: NamedOutput,
    async run({ actor }, { id }) {
      const { accountId, name } = await findOwner(actor, kind, id);
      return { ...(await readDetails(actor, accountId)), id, name };
    },
  });

const saveOf = (kind: Kind, name: string) =>
  command({
    name,
    does: "change payout details",
    allow: atLeast("superadmin"),
    type: "UPDATE",
    input: z.object({ id: Id, ...payoutFields, password }).refine(hasDestination, NO_DESTINATION),
    output: NamedOutput,
    secret: SECRET,
    before: checkOwnPassword,
    async run(call, { id, method, details }, checked: PasswordCheck) {
      const owner = await findOwner(call.actor, kind, id, true);
      return { ...(await save(call, owner, { method, details }, checked)), id, name: owner.name };
    },
  });

export const readAgent = readOf("agent", "payouts.readAgent");
/** Superadmins replace the details of an agent. Requires the superadmin's own password. */
export const saveAgent = saveOf("agent", "payouts.saveAgent");
export const readOffice = readOf("office", "payouts.readOffice");
/** Superadmins replace the details of an office. Requires the superadmin's own password. */
export const saveOffice = saveOf("office", "payouts.saveOffice");
