import { range } from "~/texts";

/** Synchronizes a payout period with its two date ranges. */
export function mount(element: HTMLElement): () => void {
  const hint = element.querySelector("select");
  const previousHint = element.querySelector<HTMLInputElement>("[name=hintWas]");
  const [start1, end1, start2, end2] = element.querySelectorAll<HTMLInputElement>("[type=date]");
  if (!hint || !previousHint || !start1 || !end1 || !start2 || !end2) return () => undefined;
  // The list starts with the newest period, so the option after a payout period is the one before it in time.
  const daysAt = (index: number) => (hint.options[index]?.value ?? "").split(",");
  const validate = () => {
    for (const [start, end] of [
      [start1, end1],
      [start2, end2],
    ] as const)
      end.setCustomValidity(!start.value || !end.value || start.value <= end.value ? "" : range.notValid);
  };
  const applyHint = () => {
    const [[from2, to2], [from1, to1]] = [daysAt(hint.selectedIndex), daysAt(hint.selectedIndex + 1)];
    if (from1 && to1 && from2 && to2) {
      [start1.value, end1.value, start2.value, end2.value] = [from1, to1, from2, to2];
      // On the server a changed payout period takes precedence over the dates. Here the dates already match it.
      previousHint.value = hint.value;
    }
    validate();
    start1.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const selectHint = () => {
    const optionIndex = [...hint.options].findIndex((_, index) => {
      const [[from2, to2], [from1, to1]] = [daysAt(index), daysAt(index + 1)];
      return from2 === start2.value && to2 === end2.value && from1 === start1.value && to1 === end1.value;
    });
    hint.selectedIndex = Math.max(optionIndex, 0);
    previousHint.value = hint.value;
    validate();
  };
  const change = ({ target }: Event) => (target === hint ? applyHint() : selectHint());
  // Somebody may have chosen a payout period before this script had loaded.
  if (hint.value === previousHint.value) validate();
  else applyHint();
  element.addEventListener("change", change);
  return () => element.removeEventListener("change", change);
}
