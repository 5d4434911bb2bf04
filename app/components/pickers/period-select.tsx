import { Field, type FieldState, inputProps } from "../form/field";
import { type HintChoice, valueOf } from "./date-range";

type Props = { field: FieldState; label?: string; periods: readonly HintChoice[] };

/** Selects one period, such as a payout half-month or a week. The value is `start,end,unit`. */
export function PeriodSelect({ field, label = "Choose payout period", periods }: Props) {
  return (
    <Field field={field} label={label}>
      <select {...inputProps(field)} defaultValue={field.defaultValue}>
        {periods.map((period) => (
          <option key={valueOf(period)} value={valueOf(period)}>
            {period.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
