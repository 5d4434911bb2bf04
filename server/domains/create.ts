import { Domain } from "~models";
import { command } from "../kernel/operation/operation";
import { atLeast } from "../kernel/operation/roles";
import { DomainOutput, findDomain } from "./domain";
import { NewDomain } from "./fields";

/** Creates a domain for offices to choose, active by default. Each origin can exist only once. */
export const create = command({
  name: "domains.create",
  does: "add preferred domains",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewDomain,
  output: DomainOutput,
  async run({ actor, changed }, { domain, description = "", hidden = false }) {
    const { id } = await Domain.create({ domain, description, hidden });
    changed({ record: "domain", id, before: null, after: { domain, description, hidden } });
    return findDomain(actor, id);
  },
});
