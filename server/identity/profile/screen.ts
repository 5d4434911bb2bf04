import { z } from "zod";
import { optionalMailsOf } from "../../accounts";
import { Nothing } from "../../kernel/operation/input";
import { type AnyOperation, query } from "../../kernel/operation/operation";
import { isoTime } from "../../kernel/time";
import { type Actor, atLeast, only } from "../../kernel/operation/roles";
import { AdminProfile, adminProfile, update as updateAdmin } from "./admin";
import { AgentProfile, agentProfile, update as updateAgent } from "./agent";
import { CompanyProfile, companyProfile, update as updateCompany } from "./company";
import { ownAccount } from "./own-account";

const isManager = only("company").admits;
const isAdmin = atLeast("admin").admits;

/** The operation with which a person of this role changes their own profile, and so their password. */
export function updateOf(actor: Actor): AnyOperation {
  if (isAdmin(actor)) return updateAdmin;
  return isManager(actor) ? updateCompany : updateAgent;
}

/**
 * The profile of the signed-in account, under the key of its form, the optional mails of its role, and the account's status
 * with its reason.
 */
export const screen = query({
  name: "profile.screen",
  does: "read your profile",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    admin: AdminProfile.optional(),
    company: CompanyProfile.optional(),
    agent: AgentProfile.optional(),
    optionalMails: z.array(z.object({ value: z.string(), label: z.string() })),
    status: z.object({ active: z.boolean(), reason: z.string().nullable(), since: z.string().nullable() }),
  }),
  async run({ actor }) {
    const { active, statusReason, statusAt } = await ownAccount(actor);
    return {
      ...(isAdmin(actor)
        ? { admin: await adminProfile(actor) }
        : isManager(actor)
          ? { company: await companyProfile(actor) }
          : { agent: await agentProfile(actor) }),
      optionalMails: optionalMailsOf(actor.role),
      status: { active, reason: statusReason, since: statusAt && isoTime(statusAt) },
    };
  },
});
