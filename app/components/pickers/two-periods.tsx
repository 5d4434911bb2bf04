import type { ReactNode } from "react";
import type { FieldState } from "../form/field";
import { MoreFilters } from "../form/more-filters";
import { Day, type HintChoice, HintSelect } from "./date-range";

type Props = {
  field: (name: string) => FieldState;
  /** Payout periods. Choosing one sets it as the second range and the period before it as the first. */
  hints: readonly HintChoice[];
  /** Value of the payout period that the ranges match; "" if they match none. */
  chosen: string;
  /** First selectable day, as YYYY-MM-DD. */
  min?: string;
  /** Id of the payout period list, for pages that have two such lists. */
  hintId?: string;
  /** Filters between the list and the days. */
  children?: ReactNode;
};

/**
 * Two ranges of days to compare, start1 to end1 and start2 to end2, and a list of payout periods that sets both. Other
 * days are rare.
 * Without scripts, a changed payout period takes precedence over the four days.
 */
export function TwoPeriods({ field, hints, chosen, min, hintId, children }: Props) {
  const days = ["1", "2"].map((number) => [field(`start${number}`), field(`end${number}`)] as const);
  return (
    <x-periods data-open>
      <HintSelect label="Choose payout period" hints={hints} chosen={chosen} id={hintId} />
      {children}
      <MoreFilters fields={days.flat()} inForce={chosen === "" ? days.length : 0}>
        {days.map(([start, end], index) => (
          <fieldset key={start.name}>
            <legend>Period {index + 1}</legend>
            <Day field={start} label="From" min={min} />
            <Day field={end} label="To" min={min} />
          </fieldset>
        ))}
      </MoreFilters>
    </x-periods>
  );
}
