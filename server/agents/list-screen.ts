import { z } from "zod";
import { Flag, Id, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List, Paging } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { all, likePattern, sql } from "../kernel/database/sql";
import { AgentListItem } from "./agent";
import { findAgents, requireOfficeOfFilter, searchColumns, sortFields } from "./find-agents";

const Input = Paging(sortFields, "username").extend({
  username: Text().optional(),
  firstName: Text().optional(),
  lastName: Text().optional(),
  email: Text().optional(),
  campaignId: Text().optional(),
  active: Flag.optional(),
  migrated: Flag.optional(),
  /** false: only agents whose approval is pending. */
  approved: Flag.optional(),
  companyId: Id.optional(),
});
const texts = ["username", "firstName", "lastName", "email", "campaignId"] as const;
const exact = ["active", "migrated", "approved", "companyId"] as const;

/**
 * The agents' list, including agents whose approval is pending. A search text matches anywhere in its field.
 * SQL by hand: conditions of a page of the list.
 */
export const listScreen = query({
  name: "agents.listScreen",
  does: "list agents",
  allow: atLeast("company"),
  autocommit: true,
  input: Input,
  output: z.object({ agents: List(AgentListItem), asked: Input }),
  async run(call, input) {
    if (input.companyId !== undefined) await requireOfficeOfFilter(call.actor, input.companyId);
    const columns = searchColumns();
    const conditions = [
      ...texts.map((name) => {
        const text = input[name];
        return text ? sql`${columns[name]} ILIKE ${likePattern(text)}` : undefined;
      }),
      ...exact.map((name) => (input[name] === undefined ? undefined : sql`${columns[name]} = ${input[name]}`)),
    ];
    return { agents: await findAgents(call, all(conditions), input), asked: input };
  },
});
