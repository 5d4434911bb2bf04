import { z } from "zod";
import { Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { containing } from "../kernel/database/sql";
import { List } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { OfficeOutput, officeOf } from "./office";
import { findOffices, OfficePaging } from "./search";

const Asked = OfficePaging.extend({ username: Text().optional() });
const Row = OfficeOutput.omit({ agentNotes: true, siteIds: true });

/** The offices' list. Searching finds the username anywhere in its field (OFFICE-02). */
export const listScreen = query({
  name: "offices.listScreen",
  does: "list offices",
  allow: atLeast("admin"),
  single: true,
  input: Asked,
  output: z.object({ offices: List(Row), asked: Asked }),
  async run(call, asked) {
    const { username, ...paging } = asked;
    const field = {
      field: "username",
      operator: "AND",
      comparison: "LIKE",
      value: containing(username ?? ""),
    } as const;
    const { found, total } = await findOffices(
      call.actor,
      { ...paging, criteria: username ? [field] : [] },
      { whole: false },
    );
    return { offices: { items: found.map((row) => officeOf(call, row)), total }, asked };
  },
});
