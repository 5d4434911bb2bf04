import type { HTMLInputTypeAttribute } from "react";
import { Field, type FieldProps, wired } from "./field";

type TextProps = FieldProps & {
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  /** A password is never sent back into the page. */
  value?: string;
  disabled?: boolean;
  inputMode?: "numeric" | "decimal" | "email" | "url" | "search";
  list?: string;
  /** Of a number in a field of text, which takes what a field of numbers would swallow. */
  pattern?: string;
  /** Takes the cursor when the page opens: for pages that are one short form. */
  focused?: boolean;
};

const text = (bound: string | number | Date | undefined) =>
  bound instanceof Date ? bound.toISOString().slice(0, 10) : bound;

/** One line of text, a number, a date, a password. */
export function TextInput({ field, label, hint, type = "text", value, focused, ...own }: TextProps) {
  const { minLength, maxLength, step, pattern, defaultValue } = field;
  return (
    <Field field={field} label={label} hint={hint}>
      <input
        type={type}
        {...wired(field, hint)}
        {...{ minLength, maxLength, step, pattern }}
        min={text(field.min)}
        max={text(field.max)}
        defaultValue={type === "password" ? undefined : (value ?? defaultValue)}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- asked for by pages that are one short form
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
      <textarea {...wired(field, hint)} {...{ minLength, maxLength, rows, defaultValue }} />
    </Field>
  );
}
