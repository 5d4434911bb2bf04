import { z } from "zod";
import { Office } from "~models";
import { abilities, listable, officesVisible } from "../accounts";
import { AgentSuggestions, suggestAgents } from "../agents";
import { all, type RowOf, selectColumns, sql } from "../kernel/database/sql";
import { together } from "../kernel/database/statements";
import { queryRows } from "../kernel/database/transactions";
import { Flag } from "../kernel/operation/input";
import { query } from "../kernel/operation/operation";
import { type Actor, atLeast, hasRole } from "../kernel/operation/roles";

/** Choices of the filters Office and Agent. Empty for roles without such a filter. */
export const PeopleChoices = z.object({
  offices: z.array(z.object({ value: z.int(), label: z.string() })),
  agents: AgentSuggestions,
});

/** Agents are those of the chosen office. Suspended offices and agents are included because they have rows too. */
export async function peopleChoices(actor: Actor, companyId?: number): Promise<z.output<typeof PeopleChoices>> {
  const [offices, agents] = await together(
    abilities(actor).chooseOffice ? listOfficeOptions(actor, { onlyAvailable: false }) : [],
    suggestAgents(actor, companyId),
  );
  return { offices: offices.map(({ id, officeName }) => ({ value: id, label: officeName })), agents };
}

const OfficeOption = z.object({ id: z.int(), officeName: z.string() });

/** The offices to choose from. A manager gets only their own. */
export const pick = query({
  name: "offices.pick",
  does: "list offices",
  allow: atLeast("company"),
  autocommit: true,
  input: z.object({ onlyAvailable: Flag.default(false) }),
  output: z.array(OfficeOption),
  run: ({ actor }, { onlyAvailable }) => listOfficeOptions(actor, { onlyAvailable }),
});

const columns = selectColumns(Office, ["id", "officeName"]);

/** Offices by name. `onlyAvailable` returns only those that are active and not hidden. */
export function listOfficeOptions(
  actor: Actor,
  { onlyAvailable }: { onlyAvailable: boolean },
): Promise<RowOf<typeof columns>[]> {
  const conditions = [
    officesVisible(actor),
    hasRole(actor, "admin") && listable(actor),
    onlyAvailable && sql`accounts.active AND NOT accounts.hidden`,
  ];
  return queryRows(
    sql`
    SELECT ${columns} FROM offices JOIN accounts ON accounts.id = account_id
    WHERE ${all(conditions)} ORDER BY office_name COLLATE by_name, offices.id`,
    { plan: "prepared" },
  );
}
