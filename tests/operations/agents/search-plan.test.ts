import { expect } from "vitest";
import { search } from "../../../server/agents";
import { execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask } from "../../reports/ask";
import { anAdmin, anOffice } from "../../world/builders";
import { indexesIn, plansOf } from "../../world/plan";
import { test } from "../../world/rollback";

const AGENTS = 2_000;

test.each([true, false])(
  "a page of 2,000 agents by name, ascending: %s, comes from an index without sorting [AGENT-09]",
  async (sortAsc) => {
    const office = await anOffice();
    const admin = await anAdmin();
    await execute(sql`
        WITH people AS (
          INSERT INTO accounts (role, username, password_hash)
          SELECT 20, 'many' || n, '' FROM generate_series(1, ${AGENTS}) AS n RETURNING id)
        INSERT INTO agents (account_id, company_id, first_name, last_name) SELECT id, ${office.id}, '', '' FROM people`);
    for (const table of [sql`accounts`, sql`agents`]) await execute(sql`ANALYZE ${table}`);
    const { answer, plans } = await plansOf(() => ask(search, admin.actor, { sortField: "username", sortAsc }));
    expect((answer as { total: number }).total).toBeGreaterThanOrEqual(AGENTS);
    expect(plans.flatMap(indexesIn)).toContain("accounts_by_name");
  },
);
