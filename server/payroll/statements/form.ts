import { z } from "zod";
import { resolveAgent } from "../../agents";
import { Flag, Id, SearchText } from "../../kernel/operation/input";
import { PAGE_SIZE } from "../../kernel/operation/page";
import type { Actor } from "../../kernel/operation/roles";
import { CHOOSE_ONE_PARTY, findParty, type Party } from "./statement";

/** The input of a statement's screen. The agent may be given by ID or username. */
export const StatementForm = z
  .object({
    periodId: Id,
    agentId: z
      .union([Id, SearchText(255)])
      .nullish()
      .transform((agent) => agent || undefined),
    companyId: Id.nullish().transform((id) => id ?? undefined),
    page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
    print: Flag.default(false),
  })
  .refine((input) => input.agentId === undefined || input.companyId === undefined, {
    path: ["agentId"],
    error: CHOOSE_ONE_PARTY,
  });
export type StatementForm = z.output<typeof StatementForm>;

/** Throws what partyOf throws, and 422 at `agentId` for an unknown name. */
export async function resolveParty(actor: Actor, { agentId, companyId }: StatementForm): Promise<Party | undefined> {
  return findParty(actor, {
    agentId: agentId === undefined ? undefined : await resolveAgent(actor, agentId),
    companyId,
  });
}
