import { hashPassword, setPassword } from "../accounts";
import { run } from "../kernel/database";
import { difference } from "../kernel/difference";
import { linksChanged } from "../kernel/link-state";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { changeOffices } from "./change-offices";
import { ChangedOffice, requireChoices } from "./fields";
import { findOffice, Office, officeOf } from "./office";
import { sellSites } from "./sell-sites";

/** Saves an office; what is left out stays. A changed status is that of its agents too, and a new password ends its sessions. */
export const update = command({
  name: "offices.update",
  does: "change offices",
  allow: atLeast("admin"),
  type: "UPDATE",
  input: ChangedOffice,
  output: Office,
  before: (_call, { password }) => (password === undefined ? Promise.resolve(undefined) : hashPassword(password)),
  async run(call, { id, version, password, active, hidden, siteIds, passwordConfirm: _same, ...given }, hash) {
    const stored = await findOffice(call.actor, id, { locked: true });
    sameVersion(version, officeOf(call, stored));
    await requireChoices({ ...given, siteIds }, stored.preferredDomainId);
    const { officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId } = { ...stored, ...given };
    const kept = { officeName, manFirstName, manLastName, manEmail, agentNotes, preferredDomainId };
    await run(sql`
      UPDATE offices SET office_name = ${officeName}, man_first_name = ${manFirstName}, man_last_name = ${manLastName},
        man_email = ${manEmail}, agent_notes = ${agentNotes}, preferred_domain_id = ${preferredDomainId}::int
      WHERE id = ${id}`);
    await run(sql`UPDATE accounts SET version = version + 1 WHERE id = ${stored.accountId}`);
    if (siteIds && (await sellSites(id, siteIds))) await linksChanged();
    if (password !== undefined) await setPassword(stored.accountId, password, { hash });
    const was = Object.fromEntries(Object.keys(kept).map((key) => [key, stored[key as keyof typeof kept]]));
    const changes = difference(
      { ...was, siteIds: stored.siteIds },
      { ...kept, siteIds: siteIds ? [...new Set(siteIds)].sort((a, b) => a - b) : stored.siteIds },
    );
    if (changes || password !== undefined) {
      const secret = password === undefined ? {} : { password: "" };
      call.changed({
        ...{ record: "office", id, onBehalfOf: stored.accountId },
        before: { ...changes?.before, ...secret },
        after: { ...changes?.after, ...secret },
      });
    }
    if (active !== undefined && active !== stored.active) await changeOffices(call, [stored], { active });
    if (hidden !== undefined && hidden !== stored.hidden) await changeOffices(call, [stored], { hidden });
    return officeOf(call, await findOffice(call.actor, id));
  },
});
