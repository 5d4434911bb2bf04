import { combine, define, listen, make } from "./define";

/**
 * A checkbox that selects or clears all others of its table or group of choices; indeterminate when only some are
 * selected.
 */
define("select-all", (element) => {
  const group = element.closest("table,fieldset");
  if (!group) return undefined;
  const all = make("input", "", { type: "checkbox", ariaLabel: "Select all" });
  const boxes = () => [...group.querySelectorAll<HTMLInputElement>("[type=checkbox]")].filter((box) => box !== all);
  element.replaceChildren(all);
  const show = () => {
    const ticked = boxes().filter(({ checked }) => checked).length;
    all.checked = ticked > 0 && ticked === boxes().length;
    all.indeterminate = ticked > 0 && !all.checked;
  };
  show();
  return combine(
    listen(all, "change", () => boxes().forEach((box) => (box.checked = all.checked))),
    listen(group, "change", show),
    listen(window, "pageshow", show),
  );
});
