import { Field, type FieldState, wired } from "../ui/field";
import { type HintChoice, valueOf } from "./date-range";

type Props = { field: FieldState; label?: string; periods: readonly HintChoice[] };

/** One period out of a list, as `start,end,unit`: payout half-months, weeks. */
export function PeriodSelect({ field, label = "Choose payout period", periods }: Props) {
  return (
    <Field field={field} label={label}>
      <select {...wired(field)} defaultValue={field.defaultValue}>
        {periods.map((period) => (
          <option key={valueOf(period)} value={valueOf(period)}>
            {period.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
