import { z } from "zod";
import { PayPeriod } from "~models";
import { now } from "../kernel/periods/now";
import { one, run } from "../kernel/database/transactions";
import { Id } from "../kernel/operation/input";
import { command } from "../kernel/operation/operation";
import type { Day } from "../kernel/periods";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { holdToClose } from "./hold";
import { refuseUnconfirmed } from "./last-rates";
import { agentNow, names, pricedLines } from "./lines";
import { findPeriod, PayPeriodOutput } from "./periods";
import { Rate } from "./rate";
import { sealOf } from "./seal";

// SQL by hand: one statement turns thousands of events into ledger lines, and another reads back their sum.

/**
 * Closes the first open half-month once it is over. The amounts of its events are frozen into one line for each agent,
 * office, link and price: in pesos, in dollars at the given rate, and with the current names. Events that arrive later
 * are booked into a later half-month.
 */
export const close = command({
  name: "payroll.close",
  does: "close pay periods",
  allow: atLeast("superadmin"),
  type: "UPDATE",
  input: z.object({
    id: Id,
    phpPerUsd: Rate,
    confirmRate: Rate.optional().describe(
      "The same rate again. Required where phpPerUsd differs by more than 10 % from the rate of the last closed half-month.",
    ),
  }),
  output: PayPeriodOutput,
  async run({ actor, changed }, { id, phpPerUsd, confirmRate }) {
    const period = await holdToClose(id);
    await refuseUnconfirmed(phpPerUsd, confirmRate);
    // A half-month with a million events takes longer than the usual statement timeout.
    await run(sql`SET LOCAL statement_timeout = 0`);
    const frozen = await freeze(period, String(phpPerUsd), { by: actor.accountId || null, at: now() });
    changed({ record: "payPeriod", id, before: { state: "open" }, after: { state: "closed", phpPerUsd, ...frozen } });
    return findPeriod(id);
  },
});

/** The account that performs the action (null for none), and the time. */
export type Doing = { by: number | null; at: Date };

/**
 * Writes the lines of a half-month and marks it closed, in the open transaction. The caller must have checked that it
 * may be closed. `rate` is pesos per dollar; the result's `php` is the sum of all its ledger lines as decimal text.
 */
export async function freeze({ id, start, end }: Half, rate: string, { by, at }: Doing): Promise<Frozen> {
  const eventLines = await run(sql`
    INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent,
      office_name, by_account_id, at)
    SELECT e.period_id, e.agent_id, e.company_id, 'event', e.type_id, e.basis, e.count, e.each_php, e.php, e.usd,
      ${agentNow}, o.office_name, ${by}, ${at}
    FROM (${pricedLines({ start, end }, {}, rate)}) AS e ${names(sql`e`)}
    ORDER BY e.agent_id, e.company_id, e.type_id, e.basis`);
  const hash = await sealOf(id, rate);
  const closing = { state: "closed", phpPerUsd: rate, closedAt: at, closedBy: by } as const;
  await PayPeriod.create({ id, startDay: start, endDay: end, ...closing, hash });
  const total = await one<{ php: string }>(sql`
    SELECT coalesce(sum(php), 0)::text AS php FROM ledger WHERE period_id = ${id}`);
  return { eventLines, php: total?.php ?? "0", hash };
}

type Half = { id: number; start: Day; end: Day };
type Frozen = { eventLines: number; php: string; hash: string };
