import { useApplied } from "./applied";
import { type Choice, optionsOf } from "./options";
import { ChoiceGroup, columnOf } from "./choice-group";
import { Field, FieldNotes, type FieldProps, inputProps } from "./field";

/** A select. `first` is the label of the empty option ("All"). */
export function Select({
  field,
  label,
  hint,
  choices,
  first,
  disabled,
  focused,
}: FieldProps & { choices: readonly Choice[]; first?: string; disabled?: boolean; focused?: boolean }) {
  const chosen = choices.find(({ value }) => String(value) === field.defaultValue);
  useApplied(field, label, first === undefined ? "" : chosen?.label);
  return (
    <Field field={field} label={label} hint={hint}>
      <select
        {...inputProps(field, hint)}
        disabled={disabled}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- only on pages that consist of one form to fill in
        autoFocus={focused}
        dangerouslySetInnerHTML={{ __html: optionsOf(choices, field.defaultValue ?? "", first) }}
      />
    </Field>
  );
}

/** A checkbox with its label on the right. Unticked, it sends nothing. */
export function Checkbox({ field, label, hint, value = "on" }: FieldProps & { value?: string }) {
  return (
    <div className="field tick">
      <FieldNotes field={field} label={label} hint={hint}>
        <label>
          <input
            type="checkbox"
            {...inputProps(field, hint)}
            value={value}
            defaultChecked={field.defaultChecked || field.defaultValue === value}
          />{" "}
          {label}
        </label>
      </FieldNotes>
    </div>
  );
}

/** Radio buttons. In a segmented one the buttons are plates under their words. */
export function Radios({
  field,
  label,
  hint,
  choices,
  segmented,
}: FieldProps & { choices: readonly Choice[]; segmented?: boolean }) {
  return (
    <ChoiceGroup field={field} label={label} hint={hint} className={segmented ? "field seg" : undefined}>
      {choices.map(({ value, label: shown, disabled }) => (
        <label key={value}>
          <input
            type="radio"
            name={field.name}
            value={value}
            required={field.required}
            disabled={disabled}
            defaultChecked={field.defaultValue === String(value)}
          />{" "}
          {shown}
        </label>
      ))}
    </ChoiceGroup>
  );
}

/** A group of checkboxes. The hidden empty value lets the server tell 'none ticked' from 'field absent'. */
export function Checkboxes({ field, label, hint, choices }: FieldProps & { choices: readonly Choice[] }) {
  return (
    <ChoiceGroup field={field} label={label} hint={hint} style={columnOf(choices)}>
      <input type="hidden" name={field.name} value="" />
      {choices.map(({ value, label: shown, disabled }) => (
        <label key={value}>
          <input
            type="checkbox"
            name={field.name}
            value={value}
            disabled={disabled}
            defaultChecked={field.defaultOptions?.includes(String(value))}
          />{" "}
          {shown}
        </label>
      ))}
    </ChoiceGroup>
  );
}
