import { z } from "zod";
import { Office } from "~models";
import { findVisible } from "../accounts";
import { Flag, Ids, Text, Updated } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { changeOffices } from "./save";

const states = ["active", "hidden", "loginBlocked"] as const;

/**
 * Suspends, activates, hides or shows offices, and does the same to all of their agents; blocks or allows the sign-in of
 * managers. An activation can leave out agents who were suspended on their own.
 */
export const setStatus = command({
  name: "offices.setStatus",
  does: "change the status of offices",
  allow: atLeast("admin"),
  type: "UPDATE",
  input: z
    .object({
      ids: Ids,
      active: Flag.optional(),
      hidden: Flag.optional(),
      loginBlocked: Flag.optional(),
      keepSuspended: Flag.optional(),
      reason: Text(255).optional(),
    })
    .refine((input) => states.filter((state) => input[state] !== undefined).length === 1, {
      message: "Please send exactly one of active, hidden and loginBlocked.",
    })
    .refine(({ active, keepSuspended }) => active === true || !keepSuspended, {
      path: ["keepSuspended"],
      message: "Only an activation can keep agents suspended.",
    }),
  output: Updated,
  async run(call, { ids, reason, keepSuspended, active, hidden, loginBlocked }) {
    const offices = await findVisible(Office, call.actor, ids, { lock: true });
    if (active !== undefined) await changeOffices(call, offices, { active }, { reason, keepSuspended });
    if (hidden !== undefined) await changeOffices(call, offices, { hidden }, { reason });
    if (loginBlocked !== undefined) await changeOffices(call, offices, { loginBlocked }, { reason });
    return { updated: ids.length };
  },
});
