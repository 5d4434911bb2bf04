import { z } from "zod";
import { type Account, Agent } from "~models";
import { changeStatus, findOneVisible, hashPassword, refuseGuessable, setPassword } from "../accounts";
import { difference } from "../kernel/operation/difference";
import { Flag, Id, Kept, NewPassword, Required, Text, Version } from "../kernel/operation/input";
import { linksChanged } from "../kernel/database/link-state";
import { type Call, command } from "../kernel/operation/operation";
import { checkAll, invalid } from "../kernel/operation/refusal";
import { atLeast, reaches } from "../kernel/operation/roles";
import { saveFrom } from "../kernel/database/record-version";
import { AgentOutput, readAgent } from "./agent";
import { recorded } from "./create";
import { chosenOffice, employ } from "./employ";
import { enableSites, requireSites } from "./enable-sites";
import { Confirmation, EmailOrNone, MISMATCH, Notes, officeKeys, Reason, Sites } from "./fields";

const Input = z
  .object({
    id: Id,
    version: Version,
    ...officeKeys,
    firstName: Kept(Required()),
    lastName: Kept(Required()),
    password: NewPassword,
    passwordConfirm: Confirmation.optional(),
    email: Kept(EmailOrNone),
    campaignId: Kept(Text()),
    mustRead: Kept(Notes),
    active: Kept(Flag),
    hidden: Kept(Flag),
    loginBlocked: Kept(Flag),
    sites: Kept(Sites),
    reason: Reason,
  })
  .refine(({ password = "", passwordConfirm = "" }) => password === passwordConfirm, MISMATCH);

/** Changes an agent. Only superadmins can move an agent to another office; a move leaves earlier figures unchanged. */
export const update = command({
  name: "agents.update",
  does: "change agents",
  allow: atLeast("company"),
  input: Input,
  output: AgentOutput,
  current: (call, { id }) => readAgent(call, id),
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  async run(call, input, hash) {
    const { id, version, password, sites, officeId, companyId = officeId } = input;
    const { actor, changed } = call;
    const agent = await findOneVisible(Agent, actor, id, { lock: true });
    const before = await readAgent(call, id);
    await saveFrom(agent.account as Account, version);
    const [newOffice] = await checkAll(
      () => (companyId === undefined ? undefined : officeToMoveTo(call, agent, companyId)),
      () => requireSites(actor, sites),
      () => password !== undefined && refuseGuessable(password, before.username),
    );
    if (newOffice !== undefined) await employ(agent, newOffice);
    const { firstName, lastName, email, campaignId, mustRead } = input;
    await agent.update({ firstName, lastName, email, campaignId, mustRead });
    if (sites) await enableSites(id, sites);
    if (password !== undefined) await setPassword(before.accountId, password, { hash });
    await setStanding(call, before, input);
    await linksChanged();
    const after = await readAgent(call, id);
    const secret = password === undefined ? [{}, {}] : [{ password: "" }, { password }];
    const what = difference({ ...recorded(before), ...secret[0] }, { ...recorded(after), ...secret[1] });
    changed({ record: "agent", id, ...(what ?? { before: {}, after: {} }), onBehalfOf: before.accountId });
    return after;
  },
});

/** The id of the new office; undefined if it is the current one. */
async function officeToMoveTo({ actor }: Call, agent: Agent, companyId: number): Promise<number | undefined> {
  if (companyId === agent.companyId) return undefined;
  if (!reaches(actor, "superadmin"))
    throw invalid({ officeId: ["Only a superadmin moves an agent to another office."] });
  return chosenOffice(actor, companyId);
}

type Fields = z.output<typeof Input>;

async function setStanding({ actor }: Call, before: AgentOutput & { accountId: number }, input: Fields): Promise<void> {
  const { active, hidden, loginBlocked, reason } = input;
  const to = { by: actor, reason };
  if (active !== undefined) await changeStatus([before.accountId], { active }, to);
  if (hidden !== undefined) await changeStatus([before.accountId], { hidden }, to);
  // Skipped if unchanged: a sign-in that is already enabled keeps its state, including the time at which it ends.
  if (loginBlocked !== undefined && loginBlocked !== before.loginBlocked) {
    await changeStatus([before.accountId], { loginBlocked }, to);
  }
}
