import { z } from "zod";
import { hashPassword } from "../../accounts";
import { one } from "../../kernel/database";
import { Nothing, Password, Verbatim, Version } from "../../kernel/input";
import { command, query } from "../../kernel/operation";
import { notFound } from "../../kernel/refusal";
import { type Actor, only } from "../../kernel/roles";
import { sql } from "../../kernel/sql";
import { sameVersion } from "../../kernel/version";
import { keepTokens, notAlike, SECRET } from "./password-fields";
import { saveOwn } from "./save";

export const AgentProfile = z.object({ username: z.string(), version: z.int() });

export async function agentProfile(actor: Actor, lock = sql``): Promise<z.output<typeof AgentProfile>> {
  const found = await one<z.output<typeof AgentProfile>>(sql`
    SELECT username, version FROM accounts WHERE id = ${actor.accountId} ${lock}`);
  if (!found) throw notFound();
  return found;
}

/** An agent's profile holds nothing to read. */
export const read = query({
  name: "profile.agent.read",
  does: "read the profile of an agent",
  allow: only("agent"),
  input: Nothing,
  output: z.object({}),
  run: () => Promise.reject(notFound("not supported")),
});

/** An agent changes his password, nothing else. */
export const update = command({
  name: "profile.agent.update",
  does: "change the profile of an agent",
  allow: only("agent"),
  input: z
    .object({
      password: Password,
      passwordConfirm: Verbatim(255),
      keepTokens,
      version: Version,
    })
    .refine(({ password, passwordConfirm }) => password === passwordConfirm, notAlike),
  output: AgentProfile,
  secret: SECRET,
  before: (_call, { password }) => hashPassword(password),
  async run(call, { password, keepTokens, version }, hash: string) {
    const before = await agentProfile(call.actor, sql`FOR UPDATE`);
    sameVersion(version, before);
    await saveOwn(call, { before, after: before, password, keepTokens, hash });
    return agentProfile(call.actor);
  },
});
