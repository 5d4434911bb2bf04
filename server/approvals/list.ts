import { z } from "zod";
import { query } from "../kernel/operation/operation";
import { Paging } from "../kernel/operation/page";
import { holding } from "../kernel/operation/roles";
import { queue, sortFields, Waiting } from "./queue";

/** All agents whose approval is pending. */
export const list = query({
  name: "approvals.list",
  does: "list agents that wait for approval",
  allow: holding("APPROVE_AGENTS"),
  input: Paging(sortFields, "regTime").pick({ sortField: true, sortAsc: true }),
  output: z.array(Waiting),
  run: ({ actor }, sort) => queue(actor, sort),
});
