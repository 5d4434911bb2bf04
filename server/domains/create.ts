import { one } from "../kernel/database";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { Domain, findDomain } from "./domain";
import { NewDomain, taken } from "./fields";

/** A new domain for offices to choose, active unless said otherwise. Each origin is there once. */
export const create = command({
  name: "domains.create",
  does: "add preferred domains",
  allow: atLeast("superadmin"),
  type: "CREATE",
  input: NewDomain,
  output: Domain,
  async run({ actor, changed }, { domain, description = "", hidden = false }) {
    const made = await one<{ id: number }>(sql`
      INSERT INTO domains (domain, description, hidden) VALUES (${domain}, ${description}, ${hidden})
      ON CONFLICT (domain) DO NOTHING RETURNING id`);
    if (!made) throw taken();
    changed({ record: "domain", id: made.id, before: null, after: { domain, description, hidden } });
    return findDomain(actor, made.id);
  },
});
