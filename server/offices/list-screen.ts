import { z } from "zod";
import { Text } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { likePattern } from "../kernel/database/sql";
import { List } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { OfficeOutput, toOfficeOutput } from "./office";
import { findOffices, OfficePaging } from "./search";

const Input = OfficePaging.extend({ username: Text().optional() });
const Row = OfficeOutput.omit({ agentNotes: true, siteIds: true });

/** The offices' list. Searching finds the username anywhere in its field (OFFICE-02). */
export const listScreen = query({
  name: "offices.listScreen",
  does: "list offices",
  allow: atLeast("admin"),
  autocommit: true,
  input: Input,
  output: z.object({ offices: List(Row), asked: Input }),
  async run(call, input) {
    const { username, ...paging } = input;
    const field = {
      field: "username",
      operator: "AND",
      comparison: "LIKE",
      value: likePattern(username ?? ""),
    } as const;
    const { rows, total } = await findOffices(
      call.actor,
      { ...paging, criteria: username ? [field] : [] },
      { whole: false },
    );
    return { offices: { items: rows.map((row) => toOfficeOutput(call, row)), total }, asked: input };
  },
});
