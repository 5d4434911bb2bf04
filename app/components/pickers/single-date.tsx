import { fieldTexts } from "~/components/form/texts";
import { Field, type FieldProps, inputProps } from "../form/field";

const YEARS = 10;

/** One day within ten years before and after today, and not before `first` (WIDGET-26). */
export function SingleDate({ field, label, hint, today, first = "" }: FieldProps & { today: string; first?: string }) {
  const year = Number(today.slice(0, 4));
  const earliest = `${year - YEARS}-01-01`;
  return (
    <Field field={field} label={label} hint={hint}>
      <input
        type="date"
        {...inputProps(field, hint)}
        title={fieldTexts.day}
        min={first > earliest ? first : earliest}
        max={`${year + YEARS}-12-31`}
        defaultValue={field.defaultValue}
      />
    </Field>
  );
}
