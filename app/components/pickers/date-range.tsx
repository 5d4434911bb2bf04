import { optionsOf } from "../form/options";
import { inputProps, FieldNotes, type FieldState } from "../form/field";

export type HintChoice = { label: string; start: string; end: string; unit: string };

type Props = {
  start: FieldState;
  end: FieldState;
  hints: readonly HintChoice[];
  /** First option of the period list, for a range that is not a known period. */
  first?: string;
  /** First and last selectable day, as YYYY-MM-DD. */
  min?: string;
  max?: string;
};

/** The option value of a known period: `start,end,unit`. */
export const valueOf = ({ start, end, unit }: HintChoice) => `${start},${end},${unit}`;

/**
 * Two days and a list of known ranges. Without scripts, a changed period takes precedence over the two days. The server
 * detects the change by comparing it with `hintWas`, the period the page was rendered with.
 */
export function DateRange({ start, end, hints, first, min, max }: Props) {
  const selectedHint = hints.find((hint) => hint.start === start.defaultValue && hint.end === end.defaultValue);
  const chosen = selectedHint ? valueOf(selectedHint) : "";
  return (
    <date-hints class="range">
      <HintSelect label="Period" first={first} hints={hints} chosen={chosen} />
      <Day field={start} label="From" min={min} max={max} />
      <Day field={end} label="To" min={min} max={max} />
    </date-hints>
  );
}

type HintProps = { label: string; first?: string; hints: readonly HintChoice[]; chosen: string; id?: string };

/** The list of known periods and a hidden field with the initially selected one. */
export function HintSelect({ label, first = "Custom", hints, chosen, id = "q-hint" }: HintProps) {
  const choices = hints.map((hint) => ({ value: valueOf(hint), label: hint.label }));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name="hint" dangerouslySetInnerHTML={{ __html: optionsOf(choices, chosen, first) }} />
      <input type="hidden" name="hintWas" value={chosen} />
    </div>
  );
}

/** One day of a range. */
export function Day({ field, label, min, max }: { field: FieldState; label: string; min?: string; max?: string }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <FieldNotes field={field} label={label}>
        <input type="date" {...inputProps(field)} min={min} max={max} defaultValue={field.defaultValue} />
      </FieldNotes>
    </div>
  );
}
