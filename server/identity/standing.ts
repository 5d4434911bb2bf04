import { z } from "zod";
import { one } from "../kernel/database";
import { Nothing } from "../kernel/input";
import { query } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** Whether the asking account is active, and why it is not: a suspended one may sign in and sees the reason. */
export const standing = query({
  name: "accounts.standing",
  does: "read the status of your account",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ active: z.boolean(), reason: z.string().nullable() }),
  run: async ({ actor }) =>
    (await one<{ active: boolean; reason: string | null }>(sql`
      SELECT active, CASE WHEN NOT active THEN status_reason END AS reason
      FROM accounts WHERE id = ${actor.accountId}`)) ?? { active: false, reason: null },
});
