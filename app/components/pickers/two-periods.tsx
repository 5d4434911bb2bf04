import type { FieldState } from "../ui/field";
import { Day, type HintChoice, HintSelect } from "./date-range";

type Props = {
  field: (name: string) => FieldState;
  /** Payout periods; one stands for itself as the second range and for the one before as the first. */
  hints: readonly HintChoice[];
  /** The value of the one that the ranges are; "" for other ranges. */
  chosen: string;
  /** Earliest day that can be chosen. */
  min?: string;
  /** Of the list of payout periods, on a page with another one. */
  hintId?: string;
};

/**
 * Two ranges of days to compare, start1 to end1 and start2 to end2, and the payout periods that set both. Without
 * scripts a changed payout period wins over the days sent with it.
 */
export function TwoPeriods({ field, hints, chosen, min, hintId }: Props) {
  return (
    <x-periods>
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
