import { escaped } from "../table/markup";

export type Choice = { value: string | number; label: string; disabled?: boolean };

/** The options of a select as HTML: a list of sites or offices has more elements than the rest of its form. */
export function optionsOf(choices: readonly Choice[], selected: unknown, first?: string): string {
  let html = "";
  for (const { value, label, disabled } of first === undefined ? choices : [{ value: "", label: first }, ...choices]) {
    const marks = `${disabled ? ' disabled=""' : ""}${String(value) === String(selected) ? ' selected=""' : ""}`;
    html += `<option value="${escaped(String(value))}"${marks}>${escaped(label)}</option>`;
  }
  return html;
}
