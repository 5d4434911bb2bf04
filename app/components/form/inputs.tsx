import type { HTMLInputTypeAttribute } from "react";
import { Field, type FieldProps, inputProps } from "./field";

type TextProps = FieldProps & {
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  /** Overrides the field's default value. A password value is never sent back in the page. */
  value?: string;
  disabled?: boolean;
  inputMode?: "numeric" | "decimal" | "email" | "url" | "search";
  list?: string;
  /** Pattern for numbers in a text field. A number field would silently drop invalid input. */
  pattern?: string;
  /** Focuses the input on page load, for pages that consist of one form to fill in. */
  focused?: boolean;
};

const text = (bound: string | number | Date | undefined) =>
  bound instanceof Date ? bound.toISOString().slice(0, 10) : bound;

/** A single-line input: text, number, date or password. */
export function TextInput({ field, label, hint, type = "text", value, focused, ...own }: TextProps) {
  const { minLength, maxLength, step, pattern, defaultValue } = field;
  return (
    <Field field={field} label={label} hint={hint}>
      <input
        type={type}
        {...inputProps(field, hint)}
        {...{ minLength, maxLength, step, pattern }}
        min={text(field.min)}
        max={text(field.max)}
        defaultValue={type === "password" ? undefined : (value ?? defaultValue)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- only on pages that consist of one form to fill in
        autoFocus={focused}
        {...own}
      />
    </Field>
  );
}

export function Textarea({ field, label, hint, rows = 5 }: FieldProps & { rows?: number }) {
  const { minLength, maxLength, defaultValue } = field;
  return (
    <Field field={field} label={label} hint={hint}>
      <textarea {...inputProps(field, hint)} {...{ minLength, maxLength, rows, defaultValue }} />
    </Field>
  );
}
