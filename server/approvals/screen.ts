import { z } from "zod";
import { query } from "../kernel/operation/operation";
import { List, Paging } from "../kernel/operation/page";
import { withPermission } from "../kernel/operation/roles";
import { countPending, listPending, PendingAgent, sortFields } from "./operations";

const Input = Paging(sortFields, "regTime");

/** A page of the queue for the screen, with the query after defaults. */
export const screen = query({
  name: "approvals.screen",
  does: "list agents that wait for approval",
  allow: withPermission("APPROVE_AGENTS"),
  input: Input,
  output: z.object({ agents: List(PendingAgent), asked: Input }),
  async run({ actor }, input) {
    const total = await countPending(actor);
    // Approving the whole last page would leave the reader beyond the new last page.
    const page = Math.min(input.page, Math.max(1, Math.ceil(total / input.pageSize)));
    const items = await listPending(actor, input, { ...input, page });
    return { agents: { items, total }, asked: { ...input, page } };
  },
});
