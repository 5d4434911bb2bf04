import { notices } from "~/texts";
import { define } from "./define";
import { notify } from "./toast-stack";

/**
 * Reloads the screen's HTML at an interval and replaces the content of this element with the new content. Skips hidden
 * tabs and forms being submitted. Unchanged rows keep their DOM elements, and with them what is open or selected.
 */
define("auto-refresh", (element) => {
  let loading = false;
  const refresh = async () => {
    if (loading || document.hidden || document.querySelector("form[aria-busy]")) return;
    loading = true;
    try {
      const response = await fetch(location.href);
      if (!response.ok) throw new Error(response.statusText);
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (replaceContent(element, page.querySelector(element.localName))) return;
      // The new page does not have this element: the person is signed out, or another screen was returned. Do not
      // interrupt a person who is typing.
      if (!document.activeElement?.matches("input,select,textarea,dialog *")) location.reload();
    } catch {
      notify({ type: "error", heading: notices.failed, body: notices.unreachable });
    } finally {
      loading = false;
    }
  };
  const timer = setInterval(() => void refresh(), Number(element.getAttribute("every")) * 1000);
  return () => clearInterval(timer);
});

/** An element's HTML without its open state, for comparison. */
const comparableHtml = (element: Element) => element.outerHTML.replaceAll(' open=""', "");

function replaceContent(current: Element, fresh: Element | null): boolean {
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
