import { z } from "zod";
import type { Account } from "~models";
import { auditedAccount } from "../../accounts";
import { Nothing, Password, PasswordAgain, Version } from "../../kernel/operation/input";
import { command, query } from "../../kernel/operation/operation";
import { notFound } from "../../kernel/operation/refusal";
import { type Actor, only } from "../../kernel/operation/roles";
import { hashNewPassword, keepTokens, MISMATCH, ownAccount, saveOwnAccount, SECRET } from "./own-account";

export const AgentProfile = z
  .object({ username: z.string(), version: z.int() })
  .meta({ id: "AgentProfile", description: "The settings of an agent's own account." });

const profileOf = ({ username, version }: Account): z.output<typeof AgentProfile> => ({ username, version });

export const agentProfile = async (actor: Actor): Promise<z.output<typeof AgentProfile>> =>
  profileOf(await ownAccount(actor));

/** Always throws 404: an agent's profile has no fields to read. */
export const read = query({
  name: "profile.agent.read",
  does: "read the profile of an agent",
  allow: only("agent"),
  input: Nothing,
  output: z.object({}),
  run: () => Promise.reject(notFound("not supported")),
});

/** Agents can change only their password. */
export const update = command({
  name: "profile.agent.update",
  does: "change the profile of an agent",
  allow: only("agent"),
  type: "UPDATE",
  whileDue: ["password"],
  credentials: true,
  confirmed: true,
  input: z
    .object({
      password: Password,
      passwordConfirm: PasswordAgain,
      keepTokens,
      version: Version,
    })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, MISMATCH),
  output: AgentProfile,
  secret: SECRET,
  before: hashNewPassword,
  current: ({ actor }) => agentProfile(actor),
  audited: ({ actor }) => auditedAccount(actor.accountId),
  async run(call, { password, keepTokens, version }, hash: string | undefined) {
    const account = await ownAccount(call.actor, { lock: true });
    const before = profileOf(account);
    await saveOwnAccount(call, account, version, { before, after: before, password, keepTokens, hash });
    return agentProfile(call.actor);
  },
});
