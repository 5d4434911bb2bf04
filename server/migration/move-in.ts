import { Agent, type LegacyAgent, LegacyLink, PasswordReset } from "~models";
import { createAccount } from "../accounts";
import { employ, startWithSites } from "../agents";
import { now } from "../kernel/periods/now";
import { DAY_MS } from "../kernel/periods/durations";
import type { Call } from "../kernel/operation/operation";
import { productUrl } from "../kernel/net/product-url";
import { levels } from "../kernel/operation/roles";
import { newToken, tokenHash, unseal } from "../kernel/process/secrets";
import { sendMail } from "../mail";
import { ownerOf } from "./stage";

/** A migrated agent may take a while to read the mail. */
const LINK_LASTS = 7 * DAY_MS;

/** Creates the agent for a staged one: approved, with the sites of their office and their old codes. */
export async function moveIn(call: Call, staged: LegacyAgent, companyId: number): Promise<void> {
  const { legacyId, username, firstName, lastName, email, campaignId, passwordHash, passwordSealed, codes } = staged;
  const password = passwordSealed ? unseal(passwordSealed, ownerOf(legacyId)).toString() : undefined;
  const accountId = await createAccount({
    ...{ role: levels.agent, username, password, hash: passwordHash ?? undefined, approved: true },
    registeredAt: staged.registeredAt ?? undefined,
  });
  const agent = await Agent.create({ accountId, companyId, firstName, lastName, email, campaignId, migrated: true });
  const { id } = agent;
  await employ(agent, companyId);
  await startWithSites(agent);
  await LegacyLink.bulkCreate(codes.map(({ code, siteId, typeId }) => ({ code, siteId, typeId, agentId: id })));
  await staged.update({ agentId: id, migratedAt: now(), skipped: null, passwordHash: null, passwordSealed: null });
  if (passwordHash === null) await mailLink(call, accountId, staged);
  const after = { companyId, username, legacyId, codes: codes.length };
  call.changed({ record: "agent", id, before: null, after, onBehalfOf: accountId });
}

/** Mails a link for setting a password to an agent who has none. */
async function mailLink({ after }: Call, accountId: number, { username, email }: LegacyAgent): Promise<void> {
  const token = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LINK_LASTS);
  await PasswordReset.create({ accountId, hash: tokenHash(token), createdAt, expiresAt });
  after(() =>
    sendMail({
      to: email,
      subject: "Your new password",
      text: [
        `Your account "${username}" has moved to a new server.`,
        "Open this link within a week to set your password:",
        "",
        productUrl(`/reset?token=${token}`),
        "",
      ].join("\n"),
    }),
  );
}
