import { Field, type FieldState, wired } from "../ui/field";
import type { HintChoice } from "./date-range";

type Props = { field: FieldState; label?: string; periods: readonly HintChoice[] };

/** One period out of a list, as `start,end,unit`: payout half-months, weeks. */
export function PeriodSelect({ field, label = "Choose payout period", periods }: Props) {
  return (
    <Field field={field} label={label}>
      <select {...wired(field)} defaultValue={field.defaultValue}>
        {periods.map(({ label: text, start, end, unit }) => (
          <option key={start + unit} value={`${start},${end},${unit}`}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
