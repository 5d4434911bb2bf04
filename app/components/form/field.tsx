import type { ReactNode } from "react";
import { usePage } from "../page";

/**
 * The field state that a control needs. Conform's field metadata has this shape, and `criteria()` returns it for
 * searches.
 */
export type FieldState = {
  name: string;
  id: string;
  errorId: string;
  descriptionId: string;
  errors?: readonly string[];
  defaultValue?: string;
  defaultOptions?: readonly string[];
  defaultChecked?: boolean;
  required?: boolean;
  minLength?: number;
  min?: string | number | Date;
  max?: string | number | Date;
  step?: string | number;
  pattern?: string;
  multiple?: boolean;
};

export type FieldProps = { field: FieldState; label: string; hint?: ReactNode };

/** Label, required mark, hint, control and message. The control must spread `inputProps` to reference them. */
export function Field({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>
        {label}
        {field.required && <RequiredMark />}
      </label>
      <FieldNotes field={field} label={label} hint={hint}>
        {children}
      </FieldNotes>
    </div>
  );
}

/**
 * The hint before the control and the message after it. The message line is kept when empty so that the layout does not
 * shift.
 */
export function FieldNotes({ field, label, hint, children }: FieldProps & { children: ReactNode }) {
  useRefused(field, label);
  return (
    <>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      {children}
      <p className="error" id={field.errorId}>
        {field.errors?.join(" ")}
      </p>
    </>
  );
}

/** Passes the label of a refused field to the summary above it. */
export function useRefused({ name, id, errors }: Pick<FieldState, "name" | "id" | "errors">, label: string): void {
  const { refused } = usePage();
  if (errors?.length) refused.set(name, { id, label });
}

export function RequiredMark() {
  return (
    <span className="must" aria-hidden>
      *
    </span>
  );
}

/** Name, id, state and ARIA attributes of the control. */
export function inputProps(field: FieldState, hint?: ReactNode) {
  const isInvalid = Boolean(field.errors?.length);
  return {
    id: field.id,
    name: field.name,
    required: field.required,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby":
      [hint && field.descriptionId, isInvalid && field.errorId].filter(Boolean).join(" ") || undefined,
  };
}
