import type { FieldState } from "../form/field";
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
};

/**
 * Two ranges of days to compare, start1 to end1 and start2 to end2, and a list of payout periods that sets both.
 * Without scripts, a changed payout period takes precedence over the four days.
 */
export function TwoPeriods({ field, hints, chosen, min, hintId }: Props) {
  return (
    <x-periods data-open>
      <HintSelect label="Choose payout period" hints={hints} chosen={chosen} id={hintId} />
      {["1", "2"].map((number) => (
        <fieldset key={number}>
          <legend>Period {number}</legend>
          <Day field={field(`start${number}`)} label="From" min={min} />
          <Day field={field(`end${number}`)} label="To" min={min} />
        </fieldset>
      ))}
    </x-periods>
  );
}
