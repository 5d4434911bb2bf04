import type { HintChoice } from "../pickers/date-range";
import { PeriodSelect } from "../pickers/period-select";
import type { FieldState } from "../form/field";

type Props = {
  field: (name: string) => FieldState;
  asked: { start: string; end: string };
  periods: readonly HintChoice[];
};

/** The payout period of a report. Errors in its days appear here because the days have no fields of their own. */
export function PayoutPeriod({ field, asked: { start, end }, periods }: Props) {
  const hint = field("hint");
  return (
    <PeriodSelect
      field={{ ...hint, defaultValue: `${start},${end},beWeek`, errors: hint.errors ?? field("start").errors }}
      periods={periods}
    />
  );
}
