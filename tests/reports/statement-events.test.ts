import { beforeAll, expect, test } from "vitest";
import { queryRows, readTransaction } from "../../server/kernel/database/transactions";
import { type Actor, levels, system } from "../../server/kernel/operation/roles";
import { payPeriod, payPeriodId } from "../../server/trade/periods";
import { sql } from "../../server/kernel/database/sql";
import { statement } from "../../server/payroll";
import { explain } from "../../server/reports";
import { aDatabase } from "../world/database";
import { ask } from "./ask";

type Sold = { agentId: number; companyId: number; day: string };
let sellers: Sold[] = [];

beforeAll(async () => {
  await (await aDatabase({ demo: true })).enter();
  // The best seller of each half-month, closed and open ones.
  sellers = await readTransaction(() =>
    queryRows<Sold>(sql`
      SELECT DISTINCT ON (day) agent_id AS "agentId", company_id AS "companyId", day::text FROM stats_half
      WHERE flags & 1 = 1 ORDER BY day, sales DESC, agent_id`),
  );
}, 600_000);

test("the count of a statement's line opens exactly its events, in closed and open periods, for each role [LEDGER-09]", async () => {
  expect(sellers.length).toBeGreaterThan(3);
  let lines = 0;
  for (const { agentId, companyId, day } of sellers.slice(-6)) {
    const periodId = payPeriodId(day);
    const range = payPeriod(periodId);
    const below = { ...system, permissions: [], earningVisible: false, companyId };
    const actors: Actor[] = [system, { ...below, role: levels.company }, { ...below, role: levels.agent, agentId }];
    for (const actor of actors) {
      const found = await ask(
        statement,
        actor,
        actor === system ? { periodId, agentId } : { periodId, ...(actor.agentId ? {} : { agentId }) },
      );
      const seen = new Map<number, string>();
      for (const line of found.lines.filter(({ kind }) => kind === "event")) {
        const { typeId, basis = "", count } = line;
        const measure = `${typeId}${basis?.startsWith("Bonus") ? "b" : ""}`;
        const row = { rowAgentId: line.agentId, rowCompanyId: line.companyId };
        const rows = await ask(explain, actor, { ...range, ...row, measure, basis, pageSize: 500 });
        expect([periodId, measure, basis, rows.sum]).toEqual([periodId, measure, basis, count]);
        for (const { id } of rows.items as { id: number }[]) {
          expect([id, seen.get(id)]).toEqual([id, undefined]);
          seen.set(id, String(basis));
        }
        lines += 1;
      }
    }
  }
  expect(lines).toBeGreaterThan(10);
});
