import { z } from "zod";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast, permissions } from "../kernel/operation/roles";

/** The signed-in account, for API clients. */
export const me = query({
  name: "accounts.me",
  does: "read your account",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({
    username: z.string(),
    accountId: z.int(),
    agentId: z.int().nullable(),
    companyId: z.int().nullable(),
    officeName: z.string().nullable(),
    permissions: z.array(z.enum(permissions)),
    role: z.int(),
  }),
  run: async ({ actor }) => ({ ...actor, permissions: [...actor.permissions] }),
});
