import { type Account, Office } from "~models";
import { findOneVisible, hashPassword, refuseGuessable, setPassword } from "../accounts";
import { difference } from "../kernel/operation/difference";
import { linksChanged } from "../kernel/database/link-state";
import { command } from "../kernel/operation/operation";
import { checkAll } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { saveFrom } from "../kernel/database/record-version";
import { changeOffices } from "./change-offices";
import { ChangedOffice, requireDomain, requireSites } from "./fields";
import { findOffice, officeOf, OfficeOutput } from "./office";
import { sellSites, soldSites } from "./sell-sites";

/**
 * Saves an office. Missing fields keep their value. A changed status also applies to its agents, and a new password
 * ends its sessions.
 */
export const update = command({
  name: "offices.update",
  does: "change offices",
  allow: atLeast("admin"),
  type: "UPDATE",
  input: ChangedOffice,
  output: OfficeOutput,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  current: async (call, { id }) => officeOf(call, await findOffice(call.actor, id)),
  async run(call, { id, version, password, active, hidden, siteIds, passwordConfirm: _same, ...given }, hash) {
    const office = await findOneVisible(Office, call.actor, id, { lock: true });
    const account = office.account as Account;
    const before = await recorded(office);
    await saveFrom(account, version);
    await checkAll(
      () => requireDomain(given.preferredDomainId, office.preferredDomainId),
      () => requireSites(call.actor, siteIds),
      () => password !== undefined && refuseGuessable(password, account.username),
    );
    await office.update(given);
    if (siteIds && (await sellSites(id, siteIds))) await linksChanged();
    if (password !== undefined) await setPassword(account.id, password, { hash });
    const changes = difference(before, await recorded(office));
    if (changes || password !== undefined) {
      const secret = password === undefined ? {} : { password: "" };
      call.changed({
        ...{ record: "office", id, onBehalfOf: account.id },
        before: { ...changes?.before, ...secret },
        after: { ...changes?.after, ...secret },
      });
    }
    if (active !== undefined && active !== account.active) await changeOffices(call, [office], { active });
    if (hidden !== undefined && hidden !== account.hidden) await changeOffices(call, [office], { hidden });
    return officeOf(call, await findOffice(call.actor, id));
  },
});

/** The fields of an office that the audit records. */
async function recorded(office: Office) {
  const { id, officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId } = office;
  const siteIds = await soldSites(id);
  return { officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId, siteIds };
}
