import type { Domain } from "~models";
import { difference } from "../kernel/operation/difference";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { saveFrom } from "../kernel/database/record-version";
import { DomainOutput, findDomain } from "./domain";
import { ChangedDomain } from "./fields";
import { holdDomains, requireActive } from "./keep-one-active";

/** Saves a domain. Fields that are left out keep their value. The last active domain cannot be hidden. */
export const update = command({
  name: "domains.update",
  does: "change preferred domains",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: ChangedDomain,
  output: DomainOutput,
  current: ({ actor }, { id }) => findDomain(actor, id),
  async run({ actor, changed }, { id, version, ...given }) {
    const { chosen, active } = await holdDomains([id]);
    const stored = chosen[0] as Domain;
    const before = fieldsOf(stored);
    await saveFrom(stored, version, given);
    if (stored.hidden) requireActive([id], active);
    const changes = difference(before, fieldsOf(stored));
    if (changes) changed({ record: "domain", id, ...changes });
    return findDomain(actor, id);
  },
});

const fieldsOf = ({ domain, description, hidden }: { domain: string; description: string; hidden: boolean }) => ({
  domain,
  description,
  hidden,
});
