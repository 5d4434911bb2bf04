/** Replaces what a screen shows with a newer page of it. Loaded by <auto-refresh> when its first interval is over. */

/** An element's HTML without its open state, for comparison. */
const comparableHtml = (element: Element) => element.outerHTML.replaceAll(' open=""', "");

export function replaceContent(current: Element, fresh: Element | null): boolean {
  const [old, rows] = [current.querySelector("tbody"), fresh?.querySelector("tbody")];
  if (!fresh || !old || !rows || current.childElementCount !== fresh.childElementCount) return false;
  updateRows(old, rows);
  [...fresh.children].forEach((part, index) => {
    const existing = current.children[index];
    if (existing && !existing.contains(old) && comparableHtml(existing) !== comparableHtml(part))
      existing.replaceWith(part);
  });
  return true;
}

/** Removes old rows and inserts new ones without moving the rows that stay. */
function updateRows(old: Element, next: Element): void {
  const wanted = new Set([...next.children].map(comparableHtml));
  for (const row of [...old.children]) if (!wanted.has(comparableHtml(row))) row.remove();
  let position = old.firstElementChild;
  for (const row of [...next.children]) {
    if (position && comparableHtml(position) === comparableHtml(row)) position = position.nextElementSibling;
    else old.insertBefore(row, position);
  }
  while (position) {
    const after = position.nextElementSibling;
    position.remove();
    position = after;
  }
}
