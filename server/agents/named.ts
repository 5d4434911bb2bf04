import { col, fn } from "sequelize";
import { z } from "zod";
import { Agent } from "~models";
import { findVisible } from "../accounts";
import { Ids } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";

/** The usernames of the agents in a confirmation. Throws 404 if the account may not see one of them. */
export const named = query({
  name: "agents.named",
  does: "list agents",
  allow: atLeast("company"),
  input: z.object({ ids: Ids }),
  output: z.array(z.string()),
  async run({ actor }, { ids }) {
    const agents = await findVisible(Agent, actor, ids, {
      order: [[fn("lower", col("account.username")), "ASC"], "id"],
    });
    return agents.map(({ account }) => account?.username ?? "");
  },
});
