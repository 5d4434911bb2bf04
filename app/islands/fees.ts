import { FeeRow } from "./fee-row";

const ROW = "tbody tr";

/**
 * Custom payments. A changed cell is saved at once; the changes of a row are saved in order. Enter and the arrow keys
 * move between the rows of a column, Escape restores the stored number. Choosing a link submits the search.
 */
export function mount(element: HTMLElement): () => void {
  const rows = new WeakMap<Element, FeeRow>();
  const rowOf = (target: EventTarget | null) => {
    const row = (target as Element | null)?.closest(ROW);
    if (!row?.querySelector("form")) return undefined;
    const feeRow = rows.get(row) ?? new FeeRow(row);
    rows.set(row, feeRow);
    return feeRow;
  };
  const listening = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
    element.addEventListener(type, act, { signal: listening.signal });
  on("change", ({ target }) => {
    if (target instanceof HTMLInputElement) rowOf(target)?.save(target);
    else if (target instanceof HTMLSelectElement && target.name === "typeId") search(element, target);
  });
  on("submit", (event) => rowOf(event.target) && event.preventDefault());
  on("keydown", (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || !rowOf(target)) return;
    if (key === "Escape") target.value = target.defaultValue;
    const step = STEPS[key];
    if (step && move(target, step)) event.preventDefault();
  });
  return () => listening.abort();
}

const STEPS: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 };

/** Moves to the same column of the next office. Leaving the field saves it. */
function move(input: HTMLInputElement, step: -1 | 1): boolean {
  const column = [...(input.closest("tbody")?.querySelectorAll<HTMLInputElement>(`[name=${input.name}]`) ?? [])];
  const field = column[column.indexOf(input) + step];
  field?.focus();
  if (field?.type === "text") field.select();
  return field !== undefined;
}

/** After a change of site the link is no longer a choice, so its rows are removed. */
function search(element: HTMLElement, types: HTMLSelectElement): void {
  if (types.value) types.form?.requestSubmit();
  else element.querySelector("table")?.remove();
}
