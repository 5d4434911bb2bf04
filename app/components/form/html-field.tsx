import { editor } from "~/texts";
import { Field, type FieldProps, inputProps } from "./field";

/**
 * Formatted text: a plain HTML field that works without scripts. The editor script writes every change back into it, so
 * the form always submits the same field.
 */
export function HtmlField({ field, label, hint }: FieldProps) {
  return (
    <Field field={field} label={label} hint={hint}>
      <x-editor>
        <textarea {...inputProps(field, hint)} defaultValue={field.defaultValue} spellCheck />
        <p className="note">
          {editor.source}{" "}
          <a href="/app/images" target="_blank">
            {editor.addImage}
          </a>
        </p>
      </x-editor>
    </Field>
  );
}
