import type { ReactNode } from "react";
import { form as texts } from "~/texts";
import { Icon } from "../ui/icon";
import type { FieldState } from "./field";

type Props = {
  label?: string;
  /** The fields within. */
  fields: readonly FieldState[];
  /** How many of them narrow the result, if some do not by having a value. */
  inForce?: number;
  open?: boolean;
  children: ReactNode;
};

/** Filters that are rarely used open over the page; the button says how many of them are in force. */
export function MoreFilters({ label = texts.moreFilters, fields, inForce = valuesOf(fields), open, children }: Props) {
  return (
    <details className="drop" open={open ?? fields.some(({ errors }) => errors?.length)}>
      <summary className="button">
        {label}
        {inForce > 0 ? <b className="count">{inForce}</b> : <Icon name="down" />}
      </summary>
      <div className="criteria">{children}</div>
    </details>
  );
}

const valuesOf = (fields: readonly FieldState[]): number =>
  fields.flatMap(({ defaultOptions = [] }) => defaultOptions.filter((value) => value !== "")).length;
