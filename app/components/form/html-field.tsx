import type { CSSProperties } from "react";
import { editor } from "~/texts";
import { Field, type FieldProps, inputProps } from "./field";

/** Characters of a long text that are enough to recognize it. */
const MAX_PREVIEW_LENGTH = 5_000;

/** The height of a few lines. Other texts are as long as pages. */
const SHORT = { "--room": "10rem" } as CSSProperties;

/**
 * Formatted text: a plain HTML field that works without scripts. With scripts, the text is shown without its markup until
 * the field is used; then the editor loads. It writes every change back into the field, so the form always submits the
 * same one. A `short` one, of a few lines, scrolls sooner.
 */
export function HtmlField({ field, label, hint, short }: FieldProps & { short?: boolean }) {
  // A form with fields of the same name below this one has no text here, whatever the type says.
  const html = typeof field.defaultValue === "string" ? field.defaultValue : "";
  const preview = plainText(html);
  return (
    <Field field={field} label={label} hint={hint}>
      <x-editor style={short ? SHORT : undefined}>
        <textarea {...inputProps(field, hint)} data-open="" defaultValue={html} spellCheck />
        {preview && (
          <div className="preview" aria-hidden>
            {preview}
          </div>
        )}
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

const CHARACTERS: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

/** The readable text of `html`, a line for each paragraph. It is shown as text, so it need not be safe as HTML. */
function plainText(html: string): string {
  return html
    .slice(0, MAX_PREVIEW_LENGTH)
    .replaceAll(/<li\b[^>]*>/gi, "• ")
    .replaceAll(/<br\s*\/?>|<\/(p|h\d|li|blockquote|pre|tr|div)>/gi, "\n")
    .replaceAll(/<[^>]*>?/g, "")
    .replaceAll(/&\w+;/g, (entity) => CHARACTERS[entity] ?? entity)
    .trim();
}
