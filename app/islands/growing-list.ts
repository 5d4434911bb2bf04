/**
 * A list of rows that grows by a copy of its template and shrinks at once, in place of a round to the server. The numbers
 * of rows may have gaps: the server closes them.
 */
export function mount(element: HTMLElement): () => void {
  const template = element.querySelector("template");
  const rows = element.querySelector<HTMLElement>("[data-rows]");
  if (!template || !rows) return () => undefined;
  let next = Number(rows.dataset.rows);
  const changed = () => {
    element.toggleAttribute("data-empty", rows.children.length === 0);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const act = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("button[name=intent]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("[data-row]");
    if (row) {
      const neighbour = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (neighbour?.querySelector("input") ?? element.querySelector<HTMLElement>("[data-add]"))?.focus();
    } else {
      const made = template.innerHTML.replaceAll("__row__", String(next++));
      rows.insertAdjacentHTML("beforeend", made);
      rows.lastElementChild?.querySelector("input")?.focus();
    }
    changed();
  };
  element.addEventListener("click", act);
  return () => element.removeEventListener("click", act);
}
