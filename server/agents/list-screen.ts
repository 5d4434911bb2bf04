import { z } from "zod";
import { Flag, Id, Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { List, Paging } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { all, containing, sql } from "../kernel/database/sql";
import { Listed } from "./agent";
import { found, requireOfficeOfFilter, searched, sortFields } from "./found";

const Asked = Paging(sortFields, "username").extend({
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
  single: true,
  input: Asked,
  output: z.object({ agents: List(Listed), asked: Asked }),
  async run(call, asked) {
    if (asked.companyId !== undefined) await requireOfficeOfFilter(call.actor, asked.companyId);
    const columns = searched();
    const conditions = [
      ...texts.map((name) => {
        const text = asked[name];
        return text ? sql`${columns[name]} ILIKE ${containing(text)}` : undefined;
      }),
      ...exact.map((name) => (asked[name] === undefined ? undefined : sql`${columns[name]} = ${asked[name]}`)),
    ];
    return { agents: await found(call, all(conditions), asked), asked };
  },
});
