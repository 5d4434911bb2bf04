import { notices } from "~/texts";
import { define } from "./define";
import { leave } from "./signed-out-tab";
import { notifyFailure } from "./toast-stack";

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
      // Without a destructured name, the bundler writes less code.
      const rows = await import("./refresh-rows");
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      if (rows.replaceContent(element, page.querySelector(element.localName))) return;
      // The new page does not have this element: the person is signed out, or another screen was returned. Do not
      // interrupt a person who is typing.
      if (!document.activeElement?.matches("input,select,textarea,dialog *")) leave();
    } catch {
      notifyFailure(notices.unreachable);
    } finally {
      loading = false;
    }
  };
  const timer = setInterval(() => void refresh(), Number(element.getAttribute("every")) * 1000);
  return () => clearInterval(timer);
});
