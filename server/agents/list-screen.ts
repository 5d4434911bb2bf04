import { z } from "zod";
import { agentsVisible, listable } from "../accounts";
import { Flag, Id, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List, Paging } from "../kernel/operation/page";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { all, likePattern, sql, type Statement } from "../kernel/database/sql";
import { queryPrepared } from "../kernel/database/prepared";
import { readTogether } from "../kernel/database/read-together";
import { AgentListItem, agentTables } from "./agent";
import { figuresOf } from "./figures";
import {
  Approval,
  approvalConditions,
  findAgents,
  requireOfficeOfFilter,
  screenSortFields,
  searchColumns,
} from "./find-agents";

export const ListInput = Paging(screenSortFields, "username").extend({
  /** Part of a username, name, e-mail address or campaign. */
  search: Text().optional(),
  username: Text().optional(),
  firstName: Text().optional(),
  lastName: Text().optional(),
  email: Text().optional(),
  campaignId: Text().optional(),
  active: Flag.optional(),
  migrated: Flag.optional(),
  /** false: agents whose approval is pending or was refused. */
  approved: Flag.optional(),
  approval: Approval.optional(),
  companyId: Id.optional(),
});
export type ListInput = z.output<typeof ListInput>;

/** `rejected` is true if the approval was refused. */
const ListedAgent = AgentListItem.extend({ rejected: z.boolean(), sales: z.int(), lastSale: z.string().nullable() });

const texts = ["username", "firstName", "lastName", "email", "campaignId"] as const;
const exact = ["active", "migrated", "approved", "companyId"] as const;

/** The condition of the screen's search. A search text matches anywhere in its field. Throws 404 for a foreign office. */
export async function searchCondition(actor: Actor, input: ListInput): Promise<Statement> {
  if (input.companyId !== undefined) await requireOfficeOfFilter(actor, input.companyId);
  const columns = searchColumns();
  const anywhere = likePattern(input.search ?? "");
  return all(
    [
      input.search &&
        sql`accounts.username ILIKE ${anywhere} OR first_name || ' ' || last_name ILIKE ${anywhere}
        OR agents.email ILIKE ${anywhere} OR campaign_id ILIKE ${anywhere}`,
      ...texts.map((name) => {
        const text = input[name];
        return text ? sql`${columns[name]} ILIKE ${likePattern(text)}` : undefined;
      }),
      ...exact.map((name) => (input[name] === undefined ? undefined : sql`${columns[name]} = ${input[name]}`)),
      input.approval && approvalConditions[input.approval],
    ].map((condition) => condition || undefined),
  );
}

/**
 * The agents' list, including agents whose approval is pending or was refused, and how many there are of both.
 * SQL by hand: conditions of a page of the list.
 */
export const listScreen = query({
  name: "agents.listScreen",
  does: "list agents",
  allow: atLeast("company"),
  autocommit: true,
  input: ListInput,
  output: z.object({
    agents: List(ListedAgent),
    waiting: z.int(),
    rejected: z.int(),
    asked: ListInput,
  }),
  async run(call, input) {
    const { actor } = call;
    const condition = await searchCondition(actor, input);
    const [{ items, total }, unapproved] = await readTogether(
      findAgents(call, condition, input),
      countUnapproved(actor),
    );
    const figures = await figuresOf(
      actor,
      items.map(({ id }) => id),
    );
    const shown = items.map((item) => ({ ...item, ...(figures.get(item.id) ?? { sales: 0, lastSale: null }) }));
    return { agents: { items: shown, total }, ...unapproved, asked: input };
  },
});

async function countUnapproved(actor: Actor): Promise<{ waiting: number; rejected: number }> {
  const counts = await queryPrepared<{ waiting: number; rejected: number }>(sql`
    SELECT count(*) FILTER (WHERE rejected_at IS NULL)::int AS waiting,
      count(*) FILTER (WHERE rejected_at IS NOT NULL)::int AS rejected
    FROM ${agentTables}
    WHERE NOT accounts.approved AND ${all([agentsVisible(actor), hasRole(actor, "admin") && listable(actor)])}`);
  return counts ?? { waiting: 0, rejected: 0 };
}
