import { z } from "zod";
import { query } from "../kernel/operation/operation";
import { List, Paging } from "../kernel/operation/page";
import { holding } from "../kernel/operation/roles";
import { countWaiting } from "./operations";
import { queue, sortFields, Waiting } from "./operations";

const Asked = Paging(sortFields, "regTime");

/** A page of the queue for the screen, with the query after defaults. */
export const screen = query({
  name: "approvals.screen",
  does: "list agents that wait for approval",
  allow: holding("APPROVE_AGENTS"),
  input: Asked,
  output: z.object({ agents: List(Waiting), asked: Asked }),
  async run({ actor }, asked) {
    const total = await countWaiting(actor);
    // Approving the whole last page would leave the reader beyond the new last page.
    const page = Math.min(asked.page, Math.max(1, Math.ceil(total / asked.pageSize)));
    const items = await queue(actor, asked, { ...asked, page });
    return { agents: { items, total }, asked: { ...asked, page } };
  },
});
