import { query } from "../kernel/operation/operation";
import { cursorAnswer, cursorInput } from "../kernel/operation/cursor";
import { Criteria, List, matching, Paging } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { all } from "../kernel/database/sql";
import { AgentListItem } from "./agent";
import {
  Approval,
  approvalConditions,
  findAgents,
  requireOfficeOfFilter,
  searchColumns,
  sortFields,
} from "./find-agents";

const fields = [
  ...(["username", "firstName", "lastName", "email", "campaignId", "active", "hidden", "loginBlocked"] as const),
  ...(["migrated", "companyId", "id"] as const),
] as const;
const flags = ["active", "hidden", "loginBlocked", "migrated"] as const;
const names = ["firstName", "lastName", "email", "campaignId"] as const;

/**
 * A page of the agents that match the criteria; managers get those of their own office. Includes hidden and suspended
 * agents but, without `approval`, not unapproved ones, because the contract says so.
 */
export const search = query({
  name: "agents.search",
  does: "list agents",
  allow: atLeast("company"),
  autocommit: true,
  input: Paging(sortFields, "username").extend({
    criteria: Criteria(fields),
    approval: Approval.default("approved"),
    ...cursorInput,
  }),
  output: List(AgentListItem).extend(cursorAnswer),
  async run(call, { criteria, approval, ...paging }) {
    for (const { field, comparison, value } of criteria) {
      if (field === "companyId" && comparison === "=") await requireOfficeOfFilter(call.actor, value);
    }
    return findAgents(
      call,
      all([approvalConditions[approval], matching(searchColumns(), criteria, { flags, names })]),
      paging,
    );
  },
});
