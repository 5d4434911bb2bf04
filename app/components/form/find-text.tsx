import { Icon } from "../ui/icon";
import { useApplied } from "./applied";
import { type FieldProps, inputProps, useRefused } from "./field";

type Props = FieldProps & {
  /** Focuses the field on page load, for the page that consists of it. */
  focused?: boolean;
};

/** The text that most people look for. Its label is the placeholder of the field. */
export function FindText({ field, label, hint, focused }: Props) {
  useApplied(field, label);
  useRefused(field, label);
  return (
    <div className="find-text">
      <label htmlFor={field.id}>{label}</label>
      <Icon name="search" />
      <input
        type="search"
        {...inputProps(field, hint)}
        defaultValue={field.defaultValue}
        placeholder={label}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- only on the page that consists of it
        autoFocus={focused}
      />
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <p className="error" id={field.errorId}>
        {field.errors?.join(" ")}
      </p>
    </div>
  );
}
