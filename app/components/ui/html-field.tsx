import { editor } from "~/texts";
import { Field, type FieldProps, wired } from "./field";

/**
 * Formatted text. It is a field for HTML that works by itself; the editor's script shows the same value for editing
 * and writes every change back into it, so that the form sends it either way.
 */
export function HtmlField({ field, label, hint }: FieldProps) {
  return (
    <Field field={field} label={label} hint={hint}>
      <x-editor>
        <textarea {...wired(field, hint)} defaultValue={field.defaultValue} spellCheck />
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
