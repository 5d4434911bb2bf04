import { range } from "~/texts";
import { both, define, listen } from "./define";

/** Synchronizes the list of known ranges with the two dates, and rejects a range that ends before it starts. */
define("date-hints", (element) => {
  const hint = element.querySelector<HTMLSelectElement>("select");
  const was = element.querySelector<HTMLInputElement>("[name=hintWas]");
  const [start, end] = element.querySelectorAll<HTMLInputElement>("[type=date]");
  if (!start || !end) return undefined;
  const judge = () => {
    const good = !start.value || !end.value || start.value <= end.value;
    end.setCustomValidity(good ? "" : range.notValid);
  };
  // On the server a changed hint takes precedence over the dates. With scripts the dates already match the hint.
  const settle = () => {
    if (hint && was) was.value = hint.value;
    judge();
  };
  const toDates = () => {
    const [first, last] = (hint?.value ?? "").split(",");
    if (first && last) [start.value, end.value] = [first, last];
    settle();
    start.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const toHint = () => {
    if (hint) {
      const dates = `${start.value},${end.value},`;
      hint.value = [...hint.options].find(({ value }) => value.startsWith(dates))?.value ?? "";
    }
    settle();
  };
  judge();
  return both(
    hint ? listen(hint, "change", toDates) : () => undefined,
    listen(start, "change", toHint),
    listen(end, "change", toHint),
  );
});
