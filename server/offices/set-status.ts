import { z } from "zod";
import { officesVisible } from "../accounts";
import { rows } from "../kernel/database";
import { Flag, Ids, Text, Updated } from "../kernel/input";
import { command } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { changeOffices } from "./change-offices";

const states = ["active", "hidden", "loginBlocked"] as const;

/** Suspending, activating, hiding or showing an office does the same to every agent it employs. */
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
      reason: Text(255).optional(),
    })
    .refine((given) => states.filter((state) => given[state] !== undefined).length === 1, {
      message: "Please send exactly one of active, hidden and loginBlocked.",
    }),
  output: Updated,
  async run(call, { ids, reason, active, hidden, loginBlocked }) {
    const offices = await rows<{ id: number; accountId: number }>(sql`
      SELECT offices.id, account_id AS "accountId" FROM offices JOIN accounts ON accounts.id = account_id
      WHERE offices.id = ANY(${ids}::int[]) AND ${officesVisible(call.actor)}
      ORDER BY offices.id`);
    if (offices.length < ids.length) throw notFound();
    if (active !== undefined) await changeOffices(call, offices, { active }, reason);
    if (hidden !== undefined) await changeOffices(call, offices, { hidden }, reason);
    if (loginBlocked !== undefined) await changeOffices(call, offices, { loginBlocked }, reason);
    return { updated: ids.length };
  },
});
