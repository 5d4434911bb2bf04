import { z } from "zod";
import { changeStatus, hashPassword, setPassword } from "../accounts";
import { run } from "../kernel/database";
import { difference } from "../kernel/difference";
import { Flag, Id, Kept, NewPassword, Required, Text, Version } from "../kernel/input";
import { linksChanged } from "../kernel/link-state";
import { type Call, command } from "../kernel/operation";
import { invalid } from "../kernel/refusal";
import { atLeast, reaches } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { Agent, readAgent } from "./agent";
import { recorded } from "./create";
import { chosenOffice, employ } from "./employ";
import { enableSites } from "./enable-sites";
import { Confirmation, EmailOrNone, MISMATCH, Notes, officeKeys, Reason, Sites } from "./fields";
import { lockAgents } from "./lock-agents";

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

/** Changes an agent. Only a superadmin moves him to another office; a move changes nothing of what was before. */
export const update = command({
  name: "agents.update",
  does: "change agents",
  allow: atLeast("company"),
  input: Input,
  output: Agent,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  async run(call, input, hash) {
    const { id, version, password, sites, officeId, companyId = officeId } = input;
    const { actor, changed } = call;
    await lockAgents(actor, [id]);
    const before = await readAgent(call, id);
    sameVersion(version, before);
    if (companyId !== undefined) await move(call, before, companyId);
    await write(id, before.accountId, input);
    if (sites) await enableSites(actor, id, sites);
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

async function move({ actor }: Call, agent: Agent, companyId: number): Promise<void> {
  if (companyId === agent.companyId) return;
  if (!reaches(actor, "superadmin"))
    throw invalid({ officeId: ["Only a superadmin moves an agent to another office."] });
  await employ(agent.id, await chosenOffice(actor, companyId));
}

type Fields = z.output<typeof Input>;

async function write(id: number, accountId: number, { firstName, lastName, email, campaignId, mustRead }: Fields) {
  await run(sql`
    UPDATE agents SET first_name = coalesce(${firstName ?? null}, first_name),
      last_name = coalesce(${lastName ?? null}, last_name), email = coalesce(${email ?? null}, email),
      campaign_id = coalesce(${campaignId ?? null}, campaign_id), must_read = coalesce(${mustRead ?? null}, must_read)
    WHERE id = ${id}`);
  await run(sql`UPDATE accounts SET version = version + 1 WHERE id = ${accountId}`);
}

async function setStanding({ actor }: Call, before: Agent & { accountId: number }, input: Fields): Promise<void> {
  const { active, hidden, loginBlocked, reason } = input;
  const to = { by: actor, reason };
  if (active !== undefined) await changeStatus([before.accountId], { active }, to);
  if (hidden !== undefined) await changeStatus([before.accountId], { hidden }, to);
  // A sign-in that is enabled stays enabled, for the night as well.
  if (loginBlocked !== undefined && loginBlocked !== before.loginBlocked) {
    await changeStatus([before.accountId], { loginBlocked }, to);
  }
}
