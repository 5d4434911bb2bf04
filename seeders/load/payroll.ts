import type pg from "pg";
import { withConnection } from "../../server/kernel/database/transactions";
import { HOUR_MS } from "../../server/kernel/time/durations";
import { addDays, type Day, dayOf, startOfDay } from "../../server/kernel/time";
import { payPeriodId, periodOf, type Range } from "../../server/trade/periods";
import { freeze, settle } from "../../server/payroll";
import type { Company } from "../company";

/** Half-months are closed this many days after their end: by then sites have reported all reversals. */
const WAITS_DAYS = 30;
const NOON_MS = 12 * HOUR_MS;

/**
 * Closes the company's half-months in the open transaction, each a month after its end, and pays them then. The last
 * closed one remains unpaid.
 */
export async function writePayroll(client: pg.Client, { accounts, now }: Company, firstDay: Day): Promise<void> {
  const superadmin = accounts.findIndex(({ role }) => role === 0);
  const by = superadmin < 0 ? null : superadmin + 1;
  const halves = halvesUntil(firstDay, addDays(dayOf(now), -WAITS_DAYS));
  await withConnection(client, async () => {
    for (const [index, half] of halves.entries()) {
      const id = payPeriodId(half.start);
      const day = addDays(half.end, WAITS_DAYS);
      const at = new Date(Math.min(startOfDay(day).getTime() + NOON_MS, now));
      await freeze({ id, ...half }, rateOf(index), { by, at });
      if (index < halves.length - 1) await settle(id, payPeriodId(day), { by, at });
    }
  });
}

function halvesUntil(firstDay: Day, lastDay: Day): Range[] {
  const halves: Range[] = [];
  for (let half = periodOf(firstDay, "beWeek"); half.end <= lastDay; half = periodOf(addDays(half.end, 1), "beWeek")) {
    halves.push(half);
  }
  return halves;
}

/** Pesos per dollar, different for each half-month. */
const rateOf = (index: number): string => `${55 + (index % 4)}.${25 * (1 + (index % 3))}`;
