import { payAfterDays } from "../options";
import { addDays, type Day } from "../kernel/time";
import { payPeriod } from "../trade/periods";

/** Returns the day on which a half-month is to be paid: the days of the option `pay_after_days` after its last day. */
export async function payDates(): Promise<(periodId: number) => Day | null> {
  const days = await payAfterDays();
  return (periodId) => {
    const half = payPeriod(periodId);
    return half ? addDays(half.end, days) : null;
  };
}
