import { z } from "zod";
import { createAccount } from "../accounts";
import { one } from "../kernel/database";
import { Flag, Kept, Password, Required, Text, Username } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast, levels } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { Agent, readAgent } from "./agent";
import { chosenOffice, employ } from "./employ";
import { startWithSites } from "./enable-sites";
import { Confirmation, EmailOrNone, MISMATCH, Notes, officeKeys, Sites } from "./fields";

/** A new agent waits for his approval, and starts with the sites of his office; a manager's are of his own office. */
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
  output: Agent,
  async run(call, { officeId, companyId: named, sites, ...person }) {
    const { actor, changed } = call;
    const companyId = await chosenOffice(actor, officeId ?? named);
    const { username, password, active, hidden, loginBlocked } = person;
    const standing = { active, hidden, loginBlocked, approved: false };
    const accountId = await createAccount({ role: levels.agent, username, password, ...standing });
    const { id } = (await one<{ id: number }>(sql`
      INSERT INTO agents (account_id, company_id, first_name, last_name, email, campaign_id, must_read)
      VALUES (${accountId}, ${companyId}, ${person.firstName}, ${person.lastName}, ${person.email},
        ${person.campaignId}, ${person.mustRead})
      RETURNING id`)) as { id: number };
    await employ(id, companyId);
    await startWithSites(actor, id, companyId, sites);
    await linksChanged();
    const agent = await readAgent(call, id);
    changed({ record: "agent", id, before: null, after: recorded(agent), onBehalfOf: accountId });
    return agent;
  },
});

/** What of an agent the audit keeps. */
export const recorded = ({ companyId, firstName, lastName, username, ...agent }: Agent) => ({
  ...{ companyId, firstName, lastName, username, email: agent.email, campaignId: agent.campaignId },
  ...{ mustRead: agent.mustRead, active: agent.active, hidden: agent.hidden, loginBlocked: agent.loginBlocked },
  siteIds: agent.siteIds,
});
