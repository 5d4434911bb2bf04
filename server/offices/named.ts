import { col, fn } from "sequelize";
import { z } from "zod";
import { Office } from "~models";
import { findVisible } from "../accounts";
import { Ids } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

/** The names of the offices that a confirmation lists. Throws 404 for one that the account cannot see. */
export const named = query({
  name: "offices.named",
  does: "list offices",
  allow: atLeast("admin"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const offices = await findVisible(Office, actor, ids, { order: [[fn("lower", col("office_name")), "ASC"], "id"] });
    return offices.map(({ officeName }) => officeName);
  },
});
