import { notices } from "~/texts";
import { define } from "./define";
import { notify } from "./toast-stack";

/**
 * Asks every so many seconds for the screen anew, unless nobody looks or it is being loaded, and takes over what stands in
 * the same element there. Rows that are still the same stay the elements they are, with what is open or marked in them.
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
      // Signed out, or another screen by now. Whoever types is not interrupted.
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

/** What an element shows, whatever of it is open. */
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

/** Takes away what has gone and puts in what is new, without moving what stays. */
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
