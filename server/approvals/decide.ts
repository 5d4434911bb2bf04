import { literal } from "sequelize";
import { z } from "zod";
import { Account, Agent, Office } from "~models";
import { findVisible, wantsMail } from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { productUrl } from "../kernel/net/urls";
import { Ids, Required, Updated } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { conflict } from "../kernel/operation/refusal";
import { atLeast, withPermission } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { type Mail, queueMail } from "../mail";

const REASON_LENGTH = 255;

/** Approves agents: they can sign in, are listed, and their links count. Approving again changes nothing. */
export const approve = command({
  name: "approvals.approve",
  does: "approve agents",
  allow: withPermission("APPROVE_AGENTS"),
  type: "UPDATE",
  input: z.object({ ids: Ids }),
  output: Updated,
  async run(call, { ids }) {
    const agents = await findVisible(Agent, call.actor, ids, { lock: true });
    const pending = agents.filter(({ account }) => !account?.approved);
    await save(pending, { approved: true }, { rejectedAt: null, rejectedBy: null, rejectionReason: null });
    if (pending.length > 0) await markLinksChanged();
    for (const agent of pending) {
      audit(call, agent, { approved: false }, { approved: true });
      if (agent.email) await queueMail(approvalMail(agent));
    }
    return { updated: ids.length };
  },
});

/**
 * Refuses the approval of agents, who leave the queue. Their manager reads the reason, can change the agent and ask
 * again. Rejecting again changes nothing. Throws 409 if one of them is approved.
 */
export const reject = command({
  name: "approvals.reject",
  does: "reject agents",
  allow: withPermission("APPROVE_AGENTS"),
  type: "UPDATE",
  input: z.object({ ids: Ids, reason: Required(REASON_LENGTH) }),
  output: Updated,
  async run(call, { ids, reason }) {
    const agents = await findVisible(Agent, call.actor, ids, { lock: true });
    const approved = agents.find(({ account }) => account?.approved);
    if (approved) throw conflict(`The account ${approved.account?.username} is already approved. Suspend it instead.`);
    const pending = agents.filter(({ rejectedAt }) => rejectedAt === null);
    const rejection = { rejectedAt: now(), rejectedBy: call.actor.accountId, rejectionReason: reason };
    await save(pending, {}, rejection);
    const offices = await Office.findAll({
      where: { id: pending.map(({ companyId }) => companyId) },
      include: ["account"],
    });
    for (const agent of pending) {
      audit(call, agent, { rejected: false }, { rejected: true, reason });
      const office = offices.find(({ id }) => id === agent.companyId);
      const isWanted = office?.account && wantsMail(office.account, "agentRejected");
      if (isWanted && office.manEmail) await queueMail(rejectionMail(office.manEmail, agent, reason));
    }
    return { updated: ids.length };
  },
});

/** Puts rejected agents back into the queue. Agents who are not rejected stay as they are. */
export const request = command({
  name: "approvals.request",
  does: "ask for the approval of agents",
  allow: atLeast("company"),
  type: "UPDATE",
  input: z.object({ ids: Ids }),
  output: Updated,
  async run(call, { ids }) {
    const agents = await findVisible(Agent, call.actor, ids, { lock: true });
    const rejected = agents.filter(({ rejectedAt }) => rejectedAt !== null);
    await save(rejected, {}, { rejectedAt: null, rejectedBy: null, rejectionReason: null });
    for (const agent of rejected) audit(call, agent, { rejected: true }, { rejected: false });
    return { updated: ids.length };
  },
});

type Rejection = Pick<Agent, "rejectedAt" | "rejectedBy" | "rejectionReason">;

/** The version of an agent's form is the account's, so it grows with either. */
async function save(agents: readonly Agent[], account: { approved?: true }, rejection: Rejection): Promise<void> {
  if (agents.length === 0) return;
  const accountIds = agents.map(({ accountId }) => accountId);
  await Account.update({ ...account, version: literal("version + 1") }, { where: { id: accountIds } });
  await Agent.update(rejection, { where: { id: agents.map(({ id }) => id) } });
}

const audit = (
  { changed }: Call,
  { id, accountId }: Agent,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
) => changed({ record: "agent", id, before, after, onBehalfOf: accountId });

const approvalMail = ({ email, account }: Agent): Mail => ({
  to: email,
  subject: "Your account is approved",
  text: [`Your account "${account?.username}" is approved.`, "You can sign in now:", "", productUrl("/login"), ""].join(
    "\n",
  ),
});

const rejectionMail = (to: string, { id, account }: Agent, reason: string): Mail => ({
  to,
  subject: "An agent was not approved",
  text: [
    `The agent "${account?.username}" was not approved. The reason:`,
    ...["", reason, ""],
    "You can change the agent and ask again:",
    ...["", productUrl(`/app/agents/${id}`), ""],
  ].join("\n"),
});
