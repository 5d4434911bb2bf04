import { z } from "zod";
import { Office } from "~models";
import { listable, officesVisible } from "../accounts";
import { rows } from "../kernel/database/transactions";
import { Flag } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, reaches } from "../kernel/operation/roles";
import { all, type RowOf, selected, sql } from "../kernel/database/sql";

const Picked = z.object({ id: z.int(), officeName: z.string() });

/** The offices to choose from. A manager gets only their own. */
export const pick = query({
  name: "offices.pick",
  does: "list offices",
  allow: atLeast("company"),
  single: true,
  input: z.object({ onlyAvailable: Flag.default(false) }),
  output: z.array(Picked),
  run: ({ actor }, { onlyAvailable }) => pickedOffices(actor, { onlyAvailable }),
});

const columns = selected(Office, ["id", "officeName"]);

/**
 * Offices by name. `onlyAvailable` returns only those that are active and not hidden.
 * SQL by hand: a list of choices, ordered by name.
 */
export function pickedOffices(
  actor: Actor,
  { onlyAvailable }: { onlyAvailable: boolean },
): Promise<RowOf<typeof columns>[]> {
  const conditions = [
    officesVisible(actor),
    reaches(actor, "admin") && listable(actor),
    onlyAvailable && sql`accounts.active AND NOT accounts.hidden`,
  ];
  return rows(sql`
    SELECT ${columns} FROM offices JOIN accounts ON accounts.id = account_id
    WHERE ${all(conditions)} ORDER BY lower(office_name), offices.id`);
}
