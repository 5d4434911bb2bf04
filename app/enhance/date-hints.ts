import { range } from "~/texts";
import { combine, define, listen } from "./define";

/** Synchronizes the list of known ranges with the two dates, and rejects a range that ends before it starts. */
define("date-hints", (element) => {
  const hint = element.querySelector<HTMLSelectElement>("select");
  const previousHint = element.querySelector<HTMLInputElement>("[name=hintWas]");
  const [start, end] = element.querySelectorAll<HTMLInputElement>("[type=date]");
  if (!start || !end) return undefined;
  const validate = () => {
    const isValid = !start.value || !end.value || start.value <= end.value;
    end.setCustomValidity(isValid ? "" : range.notValid);
  };
  // On the server a changed hint takes precedence over the dates. With scripts the dates already match the hint.
  const acceptHint = () => {
    if (hint && previousHint) previousHint.value = hint.value;
    validate();
  };
  const applyHint = () => {
    const [first, last] = (hint?.value ?? "").split(",");
    if (first && last) [start.value, end.value] = [first, last];
    acceptHint();
    start.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const selectHint = () => {
    if (hint) {
      const dates = `${start.value},${end.value},`;
      hint.value = [...hint.options].find(({ value }) => value.startsWith(dates))?.value ?? "";
    }
    acceptHint();
  };
  validate();
  return combine(
    hint ? listen(hint, "change", applyHint) : () => undefined,
    listen(start, "change", selectHint),
    listen(end, "change", selectHint),
  );
});
