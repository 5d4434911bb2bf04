import { range } from "~/texts";
import { both, define, listen } from "./define";

/** Keeps the list of known ranges and the two dates the same, both ways, and refuses a range that runs backwards. */
define("date-hints", (element) => {
  const hint = element.querySelector<HTMLSelectElement>("select");
  const was = element.querySelector<HTMLInputElement>("[name=hintWas]");
  const [start, end] = element.querySelectorAll<HTMLInputElement>("[type=date]");
  if (!start || !end) return undefined;
  const judge = () => {
    const good = !start.value || !end.value || start.value <= end.value;
    end.setCustomValidity(good ? "" : range.notValid);
  };
  // The server lets a changed hint win over the dates; with scripts the dates already are the hint's.
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
