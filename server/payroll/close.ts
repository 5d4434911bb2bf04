import { z } from "zod";
import { now } from "../kernel/clock";
import { one, run } from "../kernel/database";
import { Id } from "../kernel/input";
import { command } from "../kernel/operation";
import { atLeast } from "../kernel/roles";
import { sql } from "../kernel/sql";
import { holdToClose } from "./hold";
import { agentNow, names, pricedLines } from "./lines";
import { findPeriod, PayPeriod } from "./periods";
import { Rate } from "./rate";
import { sealOf } from "./seal";

/**
 * Closes the first open half-month once it is over: what its events pay is frozen into one line for each agent, office,
 * link and price, in pesos and at the given rate in dollars, under the names of now. What comes later is booked later.
 */
export const close = command({
  name: "payroll.close",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({ id: Id, phpPerUsd: Rate }),
  output: PayPeriod,
  async run({ actor, changed }, { id, phpPerUsd }) {
    const { start, end } = await holdToClose(id);
    // A half-month of a million events takes longer than an ordinary statement may.
    await run(sql`SET LOCAL statement_timeout = 0`);
    const rate = String(phpPerUsd);
    const [by, at] = [actor.accountId || null, now()];
    const lines = await run(sql`
      INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent,
        office_name, by_account_id, at)
      SELECT e.period_id, e.agent_id, e.company_id, 'event', e.type_id, e.basis, e.count, e.each_php, e.php, e.usd,
        ${agentNow}, o.office_name, ${by}, ${at}
      FROM (${pricedLines({ start, end }, {}, rate)}) AS e ${names(sql`e`)}
      ORDER BY e.agent_id, e.company_id, e.type_id, e.basis`);
    const hash = await sealOf(id, rate);
    await run(sql`
      INSERT INTO pay_periods (id, start_day, end_day, state, php_per_usd, closed_at, closed_by, hash)
      VALUES (${id}, ${start}::date, ${end}::date, 'closed', ${rate}::numeric, ${at}, ${by}, ${hash})`);
    const total = await one<{ php: string }>(sql`
      SELECT coalesce(sum(php), 0)::text AS php FROM ledger WHERE period_id = ${id}`);
    const after = { state: "closed", phpPerUsd, eventLines: lines, php: total?.php, hash };
    changed({ record: "payPeriod", id, before: { state: "open" }, after });
    return findPeriod(id);
  },
});
