import type { FieldState } from "../ui/field";
import { Day, type HintChoice } from "./date-range";

type Props = {
  field: (name: string) => FieldState;
  /** Payout periods; one stands for itself as the second range and for the one before as the first. */
  hints: readonly HintChoice[];
  /** The value of the one that the ranges are; "" for other ranges. */
  chosen: string;
  /** Earliest day that can be chosen. */
  min?: string;
};

const valueOf = ({ start, end, unit }: HintChoice) => `${start},${end},${unit}`;

/**
 * Two ranges of days to compare, start1 to end1 and start2 to end2, and the payout periods that set both. Without
 * scripts a changed payout period wins over the days sent with it.
 */
export function TwoPeriods({ field, hints, chosen, min }: Props) {
  return (
    <x-periods>
      <div className="field">
        <label htmlFor="q-hint">Choose payout period</label>
        <select id="q-hint" name="hint" defaultValue={chosen}>
          <option value="">Custom</option>
          {hints.map((hint) => (
            <option key={valueOf(hint)} value={valueOf(hint)}>
              {hint.label}
            </option>
          ))}
        </select>
        <input type="hidden" name="hintWas" value={chosen} />
      </div>
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
