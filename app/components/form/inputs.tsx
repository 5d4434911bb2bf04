import type { HTMLInputTypeAttribute } from "react";
import { Icon } from "../ui/icon";
import { useApplied } from "./applied";
import { Field, type FieldProps, inputProps } from "./field";
import { newPassword } from "./texts";

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
  /** The message for a value that does not match. Also the tooltip. */
  title?: string;
  /** Focuses the input on page load, for pages that consist of one form to fill in. */
  focused?: boolean;
  /** Id of a message elsewhere that is about this input. Marks it as invalid. */
  describedBy?: string;
};

const text = (bound: string | number | Date | undefined) =>
  bound instanceof Date ? bound.toISOString().slice(0, 10) : bound;

/**
 * A single-line input: text, number, date or password. It does not limit the length, because browsers silently cut what is
 * pasted: a text that is too long is refused whole.
 */
export function TextInput({ field, label, hint, type = "text", value, focused, describedBy, ...own }: TextProps) {
  const { minLength, step, pattern, defaultValue } = field;
  const isPassword = type === "password";
  useApplied(field, label);
  const input = (
    <input
      type={type}
      {...(isPassword && { autoCapitalize: "none", spellCheck: false })}
      {...inputProps(field, hint)}
      {...(describedBy && { "aria-invalid": true, "aria-describedby": describedBy })}
      {...{ minLength, step, pattern }}
      min={text(field.min)}
      max={text(field.max)}
      defaultValue={isPassword ? undefined : (value ?? defaultValue)}
      // eslint-disable-next-line jsx-a11y/no-autofocus -- only on pages that consist of one form to fill in
      autoFocus={focused}
      {...own}
    />
  );
  return (
    <Field field={field} label={label} hint={hint}>
      {isPassword ? (
        <show-password>
          {input}
          <ShowButton />
        </show-password>
      ) : (
        input
      )}
    </Field>
  );
}

/** Works with scripts only; without them it is not shown. */
function ShowButton() {
  return (
    <button type="button" aria-pressed={false}>
      <Icon name="eye" />
      <span className="unseen">{newPassword.show}</span>
    </button>
  );
}

export function Textarea({ field, label, hint, rows = 5 }: FieldProps & { rows?: number }) {
  const { minLength, defaultValue } = field;
  return (
    <Field field={field} label={label} hint={hint}>
      <textarea {...inputProps(field, hint)} {...{ minLength, rows, defaultValue }} />
    </Field>
  );
}
