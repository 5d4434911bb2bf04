import { z } from "zod";
import { queryRows } from "../kernel/database/transactions";
import { fromCents, toCents } from "../kernel/text/money";
import { List } from "../kernel/operation/page";
import { query } from "../kernel/operation/operation";
import { Refusal } from "../kernel/operation/refusal";
import { atLeast } from "../kernel/operation/roles";
import { sql } from "../kernel/database/sql";
import { requireClosable, requirePayable } from "./close";
import { pay } from "./pay";
import { allPeriods, isRunning, pageOfPeriods, PayPeriodOutput, PeriodsInput } from "./periods";

const Row = PayPeriodOutput.extend({
  running: z.boolean(),
  /** The next action that is possible now and allowed to the account; null for none. */
  next: z.enum(["close", "pay"]).nullable(),
  /** Pesos of its lines except payments, and pesos paid to settle it; both null while it is open. */
  php: z.number().nullable(),
  paidPhp: z.number().nullable(),
  /** The number of the run that paid it; null if it is unpaid or was paid before there were runs. */
  run: z.int().nullable(),
});

/** The list of half-months, with their amounts once these are frozen. */
export const periodsScreen = query({
  name: "payroll.periodsScreen",
  does: "list pay periods",
  allow: atLeast("admin"),
  input: PeriodsInput,
  output: List(Row).extend({ page: z.int(), pageSize: z.int(), sortField: z.string(), sortAsc: z.boolean() }),
  async run({ actor }, input) {
    const { items, total } = await pageOfPeriods(input);
    const periods = await allPeriods();
    const sums = await frozenSums(items.filter(({ state }) => state !== "open").map(({ id }) => id));
    const output = items.map((period) => {
      const { php = null, paid = null, run = null } = sums.get(period.id) ?? {};
      const isFrozen = period.state !== "open";
      return {
        ...{
          ...period,
          running: isRunning(period),
          next: pay.allow.admits(actor) ? nextStep(period, periods) : null,
          run,
        },
        ...{
          php: isFrozen ? fromCents(toCents(php ?? 0)) : null,
          paidPhp: isFrozen ? fromCents(toCents(paid ?? 0)) : null,
        },
      };
    });
    return { items: output, total, ...input };
  },
});

function nextStep(period: PayPeriodOutput, periods: readonly PayPeriodOutput[]): "close" | "pay" | null {
  if (refusalMessage(() => requireClosable(period, periods)) === null) return "close";
  return refusalMessage(() => requirePayable(period, periods)) === null ? "pay" : null;
}

/** The message of the refusal that `action` throws, or null. */
export function refusalMessage(action: () => void): string | null {
  try {
    action();
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

type FrozenSums = { php: string | null; paid: string | null; run: number | null };

async function frozenSums(ids: readonly number[]): Promise<Map<number, FrozenSums>> {
  const records = await queryRows<FrozenSums & { id: number }>(sql`
    SELECT p.id, (SELECT sum(php) FROM ledger WHERE period_id = p.id AND kind <> 'payment') AS php,
      (SELECT -sum(php) FROM ledger WHERE settles = p.id AND kind = 'payment') AS paid,
      (SELECT id FROM payment_runs WHERE period_id = p.id AND undone_at IS NULL) AS run
    FROM unnest(${ids}::int[]) AS p (id)`);
  return new Map(records.map((sum) => [sum.id, sum]));
}
