import { run } from "../kernel/database";
import { difference } from "../kernel/difference";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { sameVersion } from "../kernel/version";
import { Domain, findDomain } from "./domain";
import { ChangedDomain, requireFree } from "./fields";
import { holdDomains, requireActive } from "./keep-one-active";

/** Saves a domain; what is left out stays. The last active one cannot be hidden. */
export const update = command({
  name: "domains.update",
  does: "change preferred domains",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedDomain,
  output: Domain,
  async run({ actor, changed }, { id, version, ...given }) {
    const { chosen, active } = await holdDomains([id]);
    sameVersion(version, await findDomain(actor, id));
    const [stored] = chosen;
    const { domain = "", description = "", hidden = false } = { ...stored, ...given };
    if (hidden) requireActive([id], active);
    await requireFree(domain, id);
    await run(sql`
      UPDATE domains SET domain = ${domain}, description = ${description}, hidden = ${hidden}, version = version + 1
      WHERE id = ${id}`);
    const before = { domain: stored?.domain, description: stored?.description, hidden: stored?.hidden };
    const changes = difference(before, { domain, description, hidden });
    if (changes) changed({ record: "domain", id, ...changes });
    return findDomain(actor, id);
  },
});
