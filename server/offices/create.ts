import { createAccount } from "../accounts";
import { firstDomain, pickedDomains } from "../domains";
import { one, run } from "../kernel/database";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast, levels } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { NewOffice, requireChoices } from "./fields";
import { findOffice, Office, officeOf } from "./office";

/** A new office with its manager's sign-in: active, with every site and the first preferred domain, unless said otherwise. */
export const create = command({
  name: "offices.create",
  does: "add offices",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewOffice,
  output: Office,
  async run(call, { username, password, active = true, hidden = false, siteIds, ...given }) {
    const { officeName, manFirstName, manLastName, manEmail = "", agentNotes = "" } = given;
    await requireChoices({ preferredDomainId: given.preferredDomainId, siteIds });
    const preferredDomainId =
      given.preferredDomainId === undefined
        ? (firstDomain(await pickedDomains())?.id ?? null)
        : given.preferredDomainId;
    const accountId = await createAccount({ role: levels.company, username, password, active, hidden });
    const { id } = (await one<{ id: number }>(sql`
      INSERT INTO offices (account_id, office_name, man_first_name, man_last_name, man_email, agent_notes,
                           preferred_domain_id)
      VALUES (${accountId}, ${officeName}, ${manFirstName}, ${manLastName}, ${manEmail}, ${agentNotes},
              ${preferredDomainId}::int)
      RETURNING id`)) as { id: number };
    await run(sql`
      INSERT INTO office_sites (company_id, site_id)
      SELECT ${id}, id FROM sites WHERE ${siteIds ? sql`id = ANY(${siteIds}::int[])` : sql`TRUE`}`);
    await linksChanged();
    const made = await findOffice(call.actor, id);
    const { sealed: _sealed, registeredAt: _at, accountId: _account, ...after } = made;
    call.changed({ record: "office", id, before: null, after, onBehalfOf: accountId });
    return officeOf(call, made);
  },
});
