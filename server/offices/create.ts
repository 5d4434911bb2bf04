import { Office, OfficeSite, Site } from "~models";
import { createAccount, refuseGuessable } from "../accounts";
import { firstDomain, pickedDomains } from "../domains";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { checkAll } from "../kernel/operation/refusal";
import { atLeast, levels } from "../kernel/operation/roles";
import { NewOffice, requireDomain, requireSites } from "./fields";
import { findOffice, OfficeOutput, officeOf } from "./office";

/**
 * Adds an office with its manager's sign-in. By default it is active and has every site and the first preferred domain.
 */
export const create = command({
  name: "offices.create",
  does: "add offices",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewOffice,
  output: OfficeOutput,
  async run(call, { username, password, active = true, hidden = false, siteIds, ...given }) {
    const { officeName, manFirstName, manLastName, manEmail, agentNotes } = given;
    await checkAll(
      () => requireDomain(given.preferredDomainId),
      () => requireSites(call.actor, siteIds),
      () => refuseGuessable(password, username),
    );
    const preferredDomainId =
      given.preferredDomainId === undefined
        ? (firstDomain(await pickedDomains())?.id ?? null)
        : given.preferredDomainId;
    const accountId = await createAccount({ role: levels.company, username, password, active, hidden });
    const values = { accountId, officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId };
    const { id } = await Office.create(values);
    const sold = siteIds ?? (await Site.findAll({ attributes: ["id"], raw: true })).map((site) => site.id);
    await OfficeSite.bulkCreate(
      sold.map((siteId) => ({ companyId: id, siteId })),
      { ignoreDuplicates: true },
    );
    await linksChanged();
    const made = await findOffice(call.actor, id);
    const { passwordSealed: _sealed, registeredAt: _at, accountId: _account, ...after } = made;
    call.changed({ record: "office", id, before: null, after, onBehalfOf: accountId });
    return officeOf(call, made);
  },
});
