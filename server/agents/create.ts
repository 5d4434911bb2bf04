import { z } from "zod";
import { Agent } from "~models";
import { createAccount, refuseGuessable } from "../accounts";
import { Flag, Kept, Password, Required, Text, Username } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { checkAll } from "../kernel/operation/refusal";
import { atLeast, levels } from "../kernel/operation/roles";
import { AgentOutput, readAgent } from "./agent";
import { chosenOffice, employ } from "./employ";
import { requireSites, sitesNamed, startWithSites } from "./enable-sites";
import { Confirmation, EmailOrNone, MISMATCH, Notes, officeKeys, Sites } from "./fields";

/**
 * Creates an agent, who has to be approved and starts with the sites of their office. Managers create agents in their
 * own office only.
 */
export const create = command({
  name: "agents.create",
  does: "add agents",
  allow: atLeast("company"),
  input: z
    .object({
      ...officeKeys,
      firstName: Required(),
      lastName: Required(),
      username: Username,
      password: Password,
      passwordConfirm: Confirmation.min(1, "Please fill in this field."),
      email: EmailOrNone.default(""),
      campaignId: Text().default(""),
      mustRead: Notes.default(""),
      active: Kept(Flag),
      hidden: Kept(Flag),
      loginBlocked: Kept(Flag),
      sites: Sites.default([]),
    })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, MISMATCH),
  output: AgentOutput,
  async run(call, { officeId, companyId: named, sites, ...person }) {
    const { actor, changed } = call;
    const [companyId] = await checkAll(
      () => chosenOffice(actor, officeId ?? named),
      () => requireSites(actor, sites),
      () => refuseGuessable(person.password, person.username),
    );
    const { username, password, active, hidden, loginBlocked } = person;
    const standing = { active, hidden, loginBlocked, approved: false };
    const accountId = await createAccount({ role: levels.agent, username, password, ...standing });
    const { firstName, lastName, email, campaignId, mustRead } = person;
    const values = { accountId, companyId, firstName, lastName, email, campaignId, mustRead };
    const made = await Agent.create(values);
    await employ(made, companyId);
    await startWithSites(made, sitesNamed(sites, { enable: false }));
    await linksChanged();
    const agent = await readAgent(call, made.id);
    changed({ record: "agent", id: made.id, before: null, after: recorded(agent), onBehalfOf: accountId });
    return agent;
  },
});

/** The fields of an agent that the audit stores. */
export const recorded = ({ companyId, firstName, lastName, username, ...agent }: AgentOutput) => ({
  ...{ companyId, firstName, lastName, username, email: agent.email, campaignId: agent.campaignId },
  ...{ mustRead: agent.mustRead, active: agent.active, hidden: agent.hidden, loginBlocked: agent.loginBlocked },
  siteIds: agent.siteIds,
});
