import { z } from "zod";
import { agentsVisible, listable } from "../accounts";
import { Flag, Id, SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List, Paging, ShownRow } from "../kernel/operation/page";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";
import { all, contains, sql, type Statement } from "../kernel/database/sql";
import { together } from "../kernel/database/statements";
import { queryOne } from "../kernel/database/transactions";
import { AgentListItem, AgentScreenState, agentTables } from "./agent";
import { figuresOf, noFigures } from "./figures";
import {
  Approval,
  approvalConditions,
  findAgents,
  requireOfficeOfFilter,
  screenSortFields,
  searchColumns,
} from "./find-agents";

export const ListInput = Paging(screenSortFields, "username").extend({
  ...ShownRow.shape,
  /** Part of a username, name, e-mail address or campaign. */
  search: SearchText().optional(),
  username: SearchText().optional(),
  firstName: SearchText().optional(),
  lastName: SearchText().optional(),
  email: SearchText().optional(),
  campaignId: SearchText().optional(),
  active: Flag.optional(),
  migrated: Flag.optional(),
  /** false: agents whose approval is pending or was refused. */
  approved: Flag.optional(),
  approval: Approval.optional(),
  companyId: Id.optional(),
});
export type ListInput = z.output<typeof ListInput>;

const ListedAgent = AgentListItem.extend({
  ...AgentScreenState.shape,
  sales: z.int(),
  lastSale: z.string().nullable(),
  recent: z.array(z.int()),
});

const texts = ["username", "firstName", "lastName", "email", "campaignId"] as const;
const exact = ["active", "migrated", "approved", "companyId"] as const;

/** The condition of the screen's search. A search text matches anywhere in its field. Throws 404 for a foreign office. */
export async function searchCondition(actor: Actor, input: ListInput): Promise<Statement> {
  if (input.companyId !== undefined) await requireOfficeOfFilter(actor, input.companyId);
  const columns = searchColumns();
  const { search } = input;
  return all(
    [
      search &&
        sql`${contains(sql`accounts.username`, search)} OR ${contains(sql`first_name || ' ' || last_name`, search)}
        OR ${contains(sql`agents.email`, search)} OR ${contains(sql`campaign_id`, search)}`,
      ...texts.map((name) => {
        const text = input[name];
        return text ? contains(columns[name], text) : undefined;
      }),
      ...exact.map((name) => (input[name] === undefined ? undefined : sql`${columns[name]} = ${input[name]}`)),
      input.approval && approvalConditions[input.approval],
    ].map((condition) => condition || undefined),
  );
}

/** The agents' list, including agents whose approval is pending or was refused, and how many there are of both. */
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
    const [{ items, total, page }, unapproved] = await together(
      findAgents(call, condition, input),
      countUnapproved(actor),
    );
    const figures = await figuresOf(
      actor,
      items.map(({ id }) => id),
    );
    const shown = items.map((item) => ({ ...item, ...(figures.get(item.id) ?? noFigures) }));
    return { agents: { items: shown, total }, ...unapproved, asked: { ...input, page } };
  },
});

async function countUnapproved(actor: Actor): Promise<{ waiting: number; rejected: number }> {
  const counts = await queryOne<{ waiting: number; rejected: number }>(
    sql`
    SELECT count(*) FILTER (WHERE rejected_at IS NULL)::int AS waiting,
      count(*) FILTER (WHERE rejected_at IS NOT NULL)::int AS rejected
    FROM ${agentTables}
    WHERE NOT accounts.approved AND ${all([agentsVisible(actor), hasRole(actor, "admin") && listable(actor)])}`,
    { plan: "prepared" },
  );
  return counts ?? { waiting: 0, rejected: 0 };
}
