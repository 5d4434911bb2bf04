import { Field, type FieldProps, wired } from "./field";

/** Uploads one file. The surrounding Form must have `files` set. */
export function FileInput({ field, label, hint, accept }: FieldProps & { accept: string }) {
  return (
    <Field field={field} label={label} hint={hint}>
      <input type="file" {...wired(field, hint)} accept={accept} />
    </Field>
  );
}
