import { define, listen } from "./define";

/**
 * A list that adds a copy of its template and removes rows without a request to the server. Row numbers may have gaps:
 * the server closes them.
 */
define("growing-list", (element) => {
  const template = element.querySelector("template");
  const rows = element.querySelector<HTMLElement>("[data-rows]");
  if (!template || !rows) return undefined;
  let next = Number(rows.dataset.rows);
  return listen<MouseEvent>(element, "click", (event) => {
    const button = (event.target as Element).closest("button[name=intent]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("[data-row]");
    let focused = row?.nextElementSibling ?? row?.previousElementSibling;
    if (row) row.remove();
    else {
      rows.insertAdjacentHTML("beforeend", template.innerHTML.replaceAll("__row__", String(next++)));
      focused = rows.lastElementChild;
    }
    (focused ?? element).querySelector<HTMLElement>("input:not([type=hidden]), [data-add]")?.focus();
    element.toggleAttribute("data-empty", !rows.firstElementChild);
    // Makes the form validate again.
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
});
