import { z } from "zod";
import { SearchText } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { likePattern } from "../kernel/database/sql";
import { List, ShownRow } from "../kernel/operation/page";
import { atLeast } from "../kernel/operation/roles";
import { OfficeOutput, toOfficeOutput } from "./office";
import { findOffices, OfficePaging } from "./search";
import { findSuspendedAlone } from "./suspended-alone";

const Input = OfficePaging.extend({ ...ShownRow.shape, username: SearchText().optional() });
const Row = OfficeOutput.omit({ agentNotes: true, siteIds: true }).extend({
  /** Agents that were suspended on their own, whom an activation of the office activates too. */
  suspendedAlone: z.int(),
});

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
    const { rows, total, page } = await findOffices(
      call.actor,
      { ...paging, criteria: username ? [field] : [] },
      { whole: false },
    );
    const alone = await findSuspendedAlone(rows.map(({ id }) => id));
    const items = rows.map((row) => ({
      ...toOfficeOutput(call, row),
      suspendedAlone: alone.filter(({ companyId }) => companyId === row.id).length,
    }));
    return { offices: { items, total }, asked: { ...input, page } };
  },
});
