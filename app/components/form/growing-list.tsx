import type { ReactNode } from "react";
import { FieldNotes, type FieldState, RequiredMark } from "./field";

/** A field of a row: its name, label and input type. */
export type RowField = {
  name: string;
  label: string;
  required?: boolean;
  inputMode?: "numeric" | "decimal" | "text";
  pattern?: string;
  title?: string;
};

type Props = {
  /** The list's field. Its rows post as `{name}[0].{field}`, `{name}[1].{field}` and so on. */
  field: FieldState;
  label: string;
  hint?: ReactNode;
  rows: readonly Readonly<Record<string, unknown>>[];
  /** Error messages by the full name of a row's field. */
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  fields: readonly RowField[];
  add: string;
  remove: string;
  empty?: string;
};

/**
 * Rows of fields that people add and remove. Without scripts, each change posts to the server, which renders the form
 * with one row more or less. The surrounding form must have `lists` set.
 */
export function GrowingList({ field, label, hint, rows, errors, fields, add, remove, empty }: Props) {
  const row = (values: Readonly<Record<string, unknown>>, index: number | string) => (
    <Row key={index} {...{ list: field, index, values, errors, fields, remove }} />
  );
  return (
    <growing-list data-empty={rows.length === 0 ? "" : undefined}>
      <fieldset className="field" id={field.id} aria-describedby={hint ? field.descriptionId : undefined}>
        <legend>{label}</legend>
        <FieldNotes field={field} label={label} hint={hint}>
          <input type="hidden" name={field.name} value="" />
          {empty && <p className="note while-empty">{empty}</p>}
          <div className="rows" data-rows={rows.length}>
            {rows.map(row)}
          </div>
        </FieldNotes>
        <p>
          <button name="intent" value={`add-${field.name}`} formNoValidate data-add="">
            {add}
          </button>
        </p>
      </fieldset>
      <template>{row({}, "__row__")}</template>
    </growing-list>
  );
}

type RowProps = Pick<Props, "errors" | "fields" | "remove"> & {
  list: FieldState;
  index: number | string;
  values: Readonly<Record<string, unknown>>;
};

function Row({ list, index, values, errors, fields, remove }: RowProps) {
  const number = typeof index === "number" ? index + 1 : "";
  return (
    <div className="row" data-row="" role="group" aria-label={`${number}`.trim() || undefined}>
      {fields.map(({ name, label, required, ...own }) => {
        const path = `${list.name}[${index}].${name}`;
        const id = `${list.id}-${index}-${name}`;
        const fieldErrors = errors[path];
        const state = { name: path, id, errorId: `${id}-error`, descriptionId: `${id}-hint`, errors: fieldErrors };
        return (
          <div className="field" key={name}>
            <label htmlFor={id}>
              {label}
              {required && <RequiredMark />}
            </label>
            <FieldNotes field={state} label={label}>
              <input
                id={id}
                name={path}
                required={required}
                {...own}
                defaultValue={values[name] === undefined || values[name] === null ? "" : String(values[name])}
                aria-invalid={fieldErrors ? true : undefined}
                aria-describedby={fieldErrors ? state.errorId : undefined}
              />
            </FieldNotes>
          </div>
        );
      })}
      <button className="act" name="intent" value={`remove-${list.name}-${index}`} formNoValidate>
        {remove}
        <span className="unseen"> {number}</span>
      </button>
    </div>
  );
}
