import { z } from "zod";
import { officesVisible } from "../accounts";
import { rows } from "../kernel/database";
import { Ids } from "../kernel/input";
import { query } from "../kernel/operation";
import { notFound } from "../kernel/refusal";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";

/** The names of the offices that a confirmation is about. One that the account may not know of is 404. */
export const named = query({
  name: "offices.named",
  does: "list offices",
  allow: atLeast("admin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const offices = await rows<{ officeName: string }>(sql`
      SELECT office_name AS "officeName" FROM offices JOIN accounts ON accounts.id = account_id
      WHERE offices.id = ANY(${ids}::int[]) AND ${officesVisible(actor)} ORDER BY lower(office_name), offices.id`);
    if (offices.length < ids.length) throw notFound();
    return offices.map(({ officeName }) => officeName);
  },
});
