import { Field, type FieldProps, wired } from "./field";

/** One file to be sent; its form must say that it has files. */
export function FileInput({ field, label, hint, accept }: FieldProps & { accept: string }) {
  return (
    <Field field={field} label={label} hint={hint}>
      <input type="file" {...wired(field, hint)} accept={accept} />
    </Field>
  );
}
