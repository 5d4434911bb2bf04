import { Field, type FieldProps, inputProps } from "./field";

/** Uploads one file. The surrounding Form must have `files` set. */
export function FileInput({ field, label, hint, accept }: FieldProps & { accept: string }) {
  return (
    <Field field={field} label={label} hint={hint}>
      <input type="file" {...inputProps(field, hint)} accept={accept} />
    </Field>
  );
}
