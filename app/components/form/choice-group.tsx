import type { CSSProperties, ReactNode } from "react";
import type { Choice } from "./options";
import { FieldNotes, type FieldProps, inputProps, RequiredMark } from "./field";

/** Characters of a label that fit into the column of the style sheet. */
const USUAL_LENGTH = 17;

/** A column as wide as the longest label, if that is longer than the usual column. */
export function columnOf(choices: readonly Choice[]): CSSProperties | undefined {
  const longest = Math.max(...choices.map(({ label }) => label.length));
  return longest > USUAL_LENGTH ? ({ "--least": `${Math.ceil(longest * 0.46 + 1.5)}rem` } as CSSProperties) : undefined;
}

/** Radio buttons or checkboxes under a name of their own. */
export function ChoiceGroup({
  field,
  label,
  hint,
  className = "field",
  style,
  children,
}: FieldProps & { className?: string; style?: CSSProperties; children: ReactNode }) {
  const { "aria-describedby": described } = inputProps(field, hint);
  return (
    <fieldset className={className} id={field.id} aria-describedby={described}>
      <legend>
        {label}
        {field.required && <RequiredMark />}
      </legend>
      <FieldNotes field={field} label={label} hint={hint}>
        <div className="choices" style={style}>
          {children}
        </div>
      </FieldNotes>
    </fieldset>
  );
}
