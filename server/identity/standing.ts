import { z } from "zod";
import { Account } from "~models";
import { Nothing } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

/** Whether the signed-in account is active, and why not. A suspended account can sign in and see the reason. */
export const standing = query({
  name: "accounts.standing",
  does: "read the status of your account",
  allow: atLeast("agent"),
  input: Nothing,
  output: z.object({ active: z.boolean(), reason: z.string().nullable() }),
  async run({ actor }) {
    const account = await Account.findByPk(actor.accountId, { attributes: ["active", "statusReason"], raw: true });
    if (account?.active) return { active: true, reason: null };
    return { active: false, reason: account?.statusReason ?? null };
  },
});
