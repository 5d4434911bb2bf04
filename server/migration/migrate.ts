import { col, fn, where } from "sequelize";
import { z } from "zod";
import { Account, Agent, LegacyAgent, LegacyLink, Office, PasswordReset } from "~models";
import { createAccount } from "../accounts";
import { employ, enableOfficeSites } from "../agents";
import { toRefusal } from "../kernel/operation/constraint";
import { markLinksChanged } from "../kernel/database/link-state";
import { writeTransaction } from "../kernel/database/transactions";
import { productUrl } from "../kernel/net/urls";
import { Nothing, Username } from "../kernel/operation/input";
import { type Call, command } from "../kernel/operation/operation";
import { atLeast, levels } from "../kernel/operation/roles";
import { DAY_MS } from "../kernel/time/durations";
import { now } from "../kernel/time/now";
import { newToken, tokenHash, unseal } from "../kernel/process/secrets";
import { folded } from "../kernel/text/characters";
import { queueMail } from "../mail";
import { sealContext } from "./stage";

/** A migrated agent may take a while to read the mail. */
const LINK_LIFETIME_MS = 7 * DAY_MS;

/** Creates the agent for a staged one: approved, with the sites of their office and their old codes. */
async function createMigratedAgent(call: Call, staged: LegacyAgent, companyId: number): Promise<void> {
  const { legacyId, username, firstName, lastName, email, campaignId, passwordHash, passwordSealed, codes } = staged;
  const password = passwordSealed ? unseal(passwordSealed, sealContext(legacyId)).toString() : undefined;
  const accountId = await createAccount({
    ...{ role: levels.agent, username, password, hash: passwordHash ?? undefined, approved: true },
    registeredAt: staged.registeredAt ?? undefined,
  });
  const agent = await Agent.create({ accountId, companyId, firstName, lastName, email, campaignId, migrated: true });
  const { id } = agent;
  await employ(agent, companyId);
  await enableOfficeSites(agent);
  await LegacyLink.bulkCreate(codes.map(({ code, siteId, typeId }) => ({ code, siteId, typeId, agentId: id })));
  await staged.update({ agentId: id, migratedAt: now(), skipped: null, passwordHash: null, passwordSealed: null });
  if (passwordHash === null) await mailLink(accountId, staged);
  const after = { companyId, username, legacyId, codes: codes.length };
  call.changed({ record: "agent", id, before: null, after, onBehalfOf: accountId });
}

/** Mails a link for setting a password to an agent who has none. */
async function mailLink(accountId: number, { username, email }: LegacyAgent): Promise<void> {
  const token = newToken();
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LINK_LIFETIME_MS);
  await PasswordReset.create({ accountId, hash: tokenHash(token), createdAt, expiresAt });
  await queueMail({
    to: email,
    subject: "Your new password",
    text: [
      `Your account "${username}" has moved to a new server.`,
      "Open this link within a week to set your password:",
      "",
      productUrl(`/reset?token=${token}`),
      "",
    ].join("\n"),
  });
}

/**
 * Migrates every staged agent that is ready, as an approved agent with their old links. Agents that cannot be migrated
 * are skipped with a reason and stay staged. Running it again migrates no agent twice.
 */
export const migrate = command({
  name: "migration.migrate",
  does: "migrate agents",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  confirmed: true,
  input: Nothing,
  output: z.object({
    migrated: z.int(),
    skipped: z.array(z.object({ username: z.string(), reason: z.string() })),
  }),
  async run(call) {
    const staged = await LegacyAgent.findAll({
      where: { ready: true, migratedAt: null },
      order: ["legacyId"],
      lock: true,
    });
    const skipped: { username: string; reason: string }[] = [];
    for (const agent of staged) {
      const reason = await migrateAgent(call, agent);
      if (reason === undefined) continue;
      skipped.push({ username: agent.username, reason });
      await agent.update({ skipped: reason });
    }
    if (skipped.length < staged.length) await markLinksChanged();
    return { migrated: staged.length - skipped.length, skipped };
  },
});

/** Migrates one agent. Returns the reason if that is not possible, otherwise undefined. */
async function migrateAgent(call: Call, staged: LegacyAgent): Promise<string | undefined> {
  const office = await officeFor(staged);
  if (typeof office === "string") return office;
  try {
    // A savepoint: if the database rejects this agent, the others still continue.
    await writeTransaction(() => createMigratedAgent(call, staged, office.id));
  } catch (error) {
    const refusal = await toRefusal(error);
    if (!refusal) throw error;
    return refusal.message;
  }
  return undefined;
}

/** The office that a staged agent joins, or the reason as a sentence if the agent cannot be migrated. */
async function officeFor({ username, officeName }: LegacyAgent): Promise<Office | string> {
  if (username.length > 10) return "The username is longer than 10 characters.";
  if (!Username.safeParse(username).success) return "The username may contain only letters, digits, _ . and -.";
  const office = await Office.findOne({
    where: where(fn("folded", col("office_name")), folded(officeName)),
    include: [Account.undeleted()],
  });
  return office ?? `There is no office "${officeName}".`;
}
