import { type Choice, Select } from "../ui/choices";
import type { FieldState } from "../ui/field";

type Props = {
  field: FieldState;
  label: string;
  choices: readonly Choice[];
  first: string;
  /** Name of the field whose choice decides what can be chosen here. */
  on: string;
  /** The call that lists the choices, `{value}` for what is chosen there. */
  src: string;
  /** Keys of a row of its answer: value, then label. */
  keys: string;
  /** Nothing can be chosen before something is chosen there. */
  needs?: boolean;
};

/** A list that follows another field; without scripts the next page has the right one. */
export function DependentSelect({ on, src, keys, needs, ...select }: Props) {
  return (
    <dependent-select on={on} src={src} keys={keys} needs={needs ? "" : undefined}>
      <Select {...select} />
    </dependent-select>
  );
}
