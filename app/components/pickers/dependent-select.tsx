import { Select } from "../form/choices";
import type { Choice } from "../form/options";
import type { FieldState } from "../form/field";

type Props = {
  field: FieldState;
  label: string;
  choices: readonly Choice[];
  first: string;
  /** Name of the field that determines the options of this one. */
  on: string;
  /** URL that returns the options; `{value}` is replaced with the other field's value. */
  src: string;
  /** Keys of a response row, comma-separated: value, then label. */
  keys: string;
  /** Disables this list until the other field has a value. */
  needs?: boolean;
};

/** A list whose options depend on another field. Without scripts, the options update on the next page load. */
export function DependentSelect({ on, src, keys, needs, ...select }: Props) {
  return (
    <dependent-select on={on} src={src} keys={keys} needs={needs ? "" : undefined}>
      <Select {...select} />
    </dependent-select>
  );
}
