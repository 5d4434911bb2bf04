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
      const answer = await fetch(location.href);
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (renew(element, page.querySelector(element.localName))) return;
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
const look = (element: Element) => element.outerHTML.replaceAll(' open=""', "");

function renew(here: Element, there: Element | null): boolean {
  const [old, rows] = [here.querySelector("tbody"), there?.querySelector("tbody")];
  if (!there || !old || !rows || here.childElementCount !== there.childElementCount) return false;
  settle(old, rows);
  [...there.children].forEach((part, index) => {
    const shown = here.children[index];
    if (shown && !shown.contains(old) && look(shown) !== look(part)) shown.replaceWith(part);
  });
  return true;
}

/** Removes old rows and inserts new ones without moving the rows that stay. */
function settle(old: Element, next: Element): void {
  const wanted = new Set([...next.children].map(look));
  for (const row of [...old.children]) if (!wanted.has(look(row))) row.remove();
  let at = old.firstElementChild;
  for (const row of [...next.children]) {
    if (at && look(at) === look(row)) at = at.nextElementSibling;
    else old.insertBefore(row, at);
  }
  while (at) {
    const after = at.nextElementSibling;
    at.remove();
    at = after;
  }
}
