import { Op } from "sequelize";
import { z } from "zod";
import { type Account, Agent, Office } from "~models";
import {
  auditedAs,
  changesCredentials,
  changeStatus,
  createAccount,
  findOneVisible,
  hashPassword,
  refuseGuessable,
  revokeTokens,
  setPassword,
} from "../accounts";
import { markLinksChanged } from "../kernel/database/link-state";
import { saveVersioned } from "../kernel/database/records";
import { readTransaction } from "../kernel/database/transactions";
import { difference } from "../kernel/operation/audit";
import {
  Flag,
  Id,
  Lines,
  NewPassword,
  OptionalField,
  Password,
  PasswordAgain,
  Required,
  Text,
  Username,
  Version,
} from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { checkAll, invalid } from "../kernel/operation/refusal";
import { type Actor, atLeast, levels, hasRole } from "../kernel/operation/roles";
import { now } from "../kernel/time/now";
import { AgentOutput, readAgent } from "./agent";
import { enableOfficeSites, enableSites, requireSites, selectSiteIds, SiteChoices } from "./enable-sites";

/** Fields shared by new and changed agents. */

const isEmail = (text: string) => text === "" || z.email().safeParse(text).success;

const EmailOrNone = Text(254).refine(isEmail, "Please use the form name@example.com.");
const Notes = Lines(20_000);
export const Reason = Text(255).optional();
const Confirmation = PasswordAgain;

const MISMATCH = { path: ["passwordConfirm"], message: "Passwords do not match" };

/** Calls may name the office by either key. */
const officeKeys = { officeId: Id.optional(), companyId: Id.optional() };

/**
 * The office that a form or call names, if the account may see it; for a manager, always their own. Throws 422 at
 * `officeId`.
 */
async function resolveOffice(actor: Actor, officeId: number | undefined): Promise<number> {
  if (!hasRole(actor, "admin")) return actor.companyId ?? 0;
  if (officeId === undefined) throw invalid({ officeId: ["Please fill in this field."] });
  const { where, include } = Office.visibleTo(actor);
  const office = await Office.findOne({ attributes: ["id"], where: { [Op.and]: [where, { id: officeId }] }, include });
  if (!office) throw invalid({ officeId: ["Please choose one from the list."] });
  return office.id;
}

/**
 * Starts an agent's membership in an office. Revokes the account's tokens: the old office may have created them and can
 * no longer revoke them.
 */
export async function employ(agent: Agent, companyId: number): Promise<void> {
  await agent.employAt(companyId, now());
  await revokeTokens({ accountId: agent.accountId });
}

/**
 * Creates an agent, who has to be approved and starts with the sites of their office. Managers create agents in their
 * own office only.
 */
export const create = command({
  name: "agents.create",
  does: "add agents",
  allow: atLeast("company"),
  type: "CREATE",
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
      active: OptionalField(Flag),
      hidden: OptionalField(Flag),
      loginBlocked: OptionalField(Flag),
      sites: SiteChoices.default([]),
    })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, MISMATCH),
  output: AgentOutput,
  async run(call, { officeId, companyId: requestedId, sites, ...person }) {
    const { actor, changed } = call;
    const [companyId] = await checkAll(
      () => resolveOffice(actor, officeId ?? requestedId),
      () => requireSites(actor, sites),
      () => refuseGuessable(person.password, person.username),
    );
    const { username, password, active, hidden, loginBlocked } = person;
    const status = { active, hidden, loginBlocked, approved: false };
    const accountId = await createAccount({
      ...{ role: levels.agent, username, password, passwordSetByOther: true },
      ...status,
    });
    const { firstName, lastName, email, campaignId, mustRead } = person;
    const createdBy = actor.accountId || null;
    const values = { accountId, companyId, firstName, lastName, email, campaignId, mustRead, createdBy };
    const created = await Agent.create(values);
    await employ(created, companyId);
    await enableOfficeSites(created, selectSiteIds(sites, { enable: false }));
    await markLinksChanged();
    const agent = await readAgent(call, created.id);
    changed({ record: "agent", id: created.id, before: null, after: auditedFields(agent), onBehalfOf: accountId });
    return agent;
  },
});

/** The fields of an agent that the audit stores. */
const auditedFields = ({ companyId, firstName, lastName, username, ...agent }: AgentOutput) => ({
  ...{ companyId, firstName, lastName, username, email: agent.email, campaignId: agent.campaignId },
  ...{ mustRead: agent.mustRead, active: agent.active, hidden: agent.hidden, loginBlocked: agent.loginBlocked },
  siteIds: agent.siteIds,
});

const Input = z
  .object({
    id: Id,
    version: Version,
    ...officeKeys,
    firstName: OptionalField(Required()),
    lastName: OptionalField(Required()),
    password: NewPassword,
    passwordConfirm: Confirmation.optional(),
    email: OptionalField(EmailOrNone),
    campaignId: OptionalField(Text()),
    mustRead: OptionalField(Notes),
    active: OptionalField(Flag),
    hidden: OptionalField(Flag),
    loginBlocked: OptionalField(Flag),
    sites: OptionalField(SiteChoices),
    reason: Reason,
  })
  .refine(({ password = "", passwordConfirm = "" }) => password === passwordConfirm, MISMATCH);

type UpdateInput = z.output<typeof Input>;

const credentials = changesCredentials(
  async ({ actor }, { id }: UpdateInput) => (await findOneVisible(Agent, actor, id)).email,
);

/** An agent without payout details is paid through their office, so a move decides where money goes. */
async function movesAgent({ actor }: Call, { id, officeId, companyId = officeId }: UpdateInput): Promise<boolean> {
  if (companyId === undefined) return false;
  return companyId !== (await readTransaction(() => findOneVisible(Agent, actor, id))).companyId;
}

/** Changes an agent. Only superadmins can move an agent to another office; a move leaves earlier figures unchanged. */
export const update = command({
  name: "agents.update",
  does: "change agents",
  allow: atLeast("company"),
  type: "UPDATE",
  credentials,
  confirmed: async (call, input) => (await credentials(call, input)) || (await movesAgent(call, input)),
  input: Input,
  output: AgentOutput,
  current: (call, { id }) => readAgent(call, id),
  audited: (_call, { id }) => auditedAs("agent", id),
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  async run(call, input, hash) {
    const { id, version, password, sites, officeId, companyId = officeId } = input;
    const { actor, changed } = call;
    const agent = await findOneVisible(Agent, actor, id, { lock: true });
    const before = await readAgent(call, id);
    await saveVersioned(agent.account as Account, version);
    const [newOfficeId] = await checkAll(
      () => (companyId === undefined ? undefined : resolveNewOffice(call, agent, companyId)),
      () => requireSites(actor, sites),
      () => password !== undefined && refuseGuessable(password, before.username),
    );
    if (newOfficeId !== undefined) await employ(agent, newOfficeId);
    const { firstName, lastName, email, campaignId, mustRead } = input;
    await agent.update({ firstName, lastName, email, campaignId, mustRead });
    if (sites) await enableSites(id, sites);
    if (password !== undefined) await setPassword(before.accountId, password, { byOther: true, hash });
    await applyStatus(call, before, input);
    await markLinksChanged();
    const after = await readAgent(call, id);
    const secret = password === undefined ? [{}, {}] : [{ password: "" }, { password }];
    const changes = difference({ ...auditedFields(before), ...secret[0] }, { ...auditedFields(after), ...secret[1] });
    changed({ record: "agent", id, ...(changes ?? { before: {}, after: {} }), onBehalfOf: before.accountId });
    return after;
  },
});

/** The id of the new office; undefined if it is the current one. */
async function resolveNewOffice({ actor }: Call, agent: Agent, companyId: number): Promise<number | undefined> {
  if (companyId === agent.companyId) return undefined;
  if (!hasRole(actor, "superadmin"))
    throw invalid({ officeId: ["Only a superadmin moves an agent to another office."] });
  return resolveOffice(actor, companyId);
}

async function applyStatus({ actor }: Call, before: AgentOutput, input: UpdateInput): Promise<void> {
  const { active, hidden, loginBlocked, reason } = input;
  const to = { by: actor, reason };
  if (active !== undefined) await changeStatus([before.accountId], { active }, to);
  if (hidden !== undefined) await changeStatus([before.accountId], { hidden }, to);
  // Skipped if unchanged: a sign-in that is already enabled keeps its state, including the time at which it ends.
  if (loginBlocked !== undefined && loginBlocked !== before.loginBlocked) {
    await changeStatus([before.accountId], { loginBlocked }, to);
  }
}
