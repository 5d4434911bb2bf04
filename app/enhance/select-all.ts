import { combine, define, listen } from "./define";

/** The checkbox in a table's header that selects or clears all rows; indeterminate when only some are selected. */
define("select-all", (element) => {
  const table = element.closest("table");
  const name = element.getAttribute("name") ?? "";
  if (!table) return undefined;
  // The acts of a row have hidden fields of the same name.
  const boxes = () => [...table.querySelectorAll<HTMLInputElement>(`tbody [type=checkbox][name="${name}"]`)];
  const all = document.createElement("input");
  all.type = "checkbox";
  all.setAttribute("aria-label", "Select all");
  element.replaceChildren(all);
  const show = () => {
    const ticked = boxes().filter(({ checked }) => checked).length;
    all.checked = ticked > 0 && ticked === boxes().length;
    all.indeterminate = ticked > 0 && !all.checked;
  };
  show();
  return combine(
    listen(all, "change", () => boxes().forEach((box) => (box.checked = all.checked))),
    listen(table, "change", show),
    listen(window, "pageshow", show),
  );
});
