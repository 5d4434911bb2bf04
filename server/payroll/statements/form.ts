import { z } from "zod";
import { agentGiven } from "../../agents";
import { Flag, Id, Text } from "../../kernel/operation/input";
import { PAGE_SIZE } from "../../kernel/operation/page";
import type { Actor } from "../../kernel/operation/roles";
import { type Party, partyOf } from "./statement";
import { ONE } from "./statement";

/** The input of a statement's screen. The agent may be given by ID or username. */
export const StatementForm = z
  .object({
    periodId: Id,
    agentId: z
      .union([Id, Text(255)])
      .nullish()
      .transform((agent) => agent || undefined),
    companyId: Id.nullish().transform((id) => id ?? undefined),
    page: z.int("Please enter a page number.").min(1).max(10_000_000).default(1),
    pageSize: z.int("Please enter a page size from 1 to 500.").min(1).max(500).default(PAGE_SIZE),
    print: Flag.default(false),
  })
  .refine((asked) => asked.agentId === undefined || asked.companyId === undefined, { path: ["agentId"], error: ONE });
export type StatementForm = z.output<typeof StatementForm>;

/** Throws what partyOf throws, and 422 at `agentId` for an unknown name. */
export async function partyGiven(actor: Actor, { agentId, companyId }: StatementForm): Promise<Party | undefined> {
  return partyOf(actor, { agentId: agentId === undefined ? undefined : await agentGiven(actor, agentId), companyId });
}
