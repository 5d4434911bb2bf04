import { define } from "./define";

/** Loads the screen anew every so many seconds, unless nobody looks or somebody is typing. */
define("auto-refresh", (element) => {
  const refresh = () => {
    const typing = document.activeElement?.matches("input,select,textarea,dialog *");
    if (!document.hidden && !typing && document.readyState === "complete") location.reload();
  };
  const timer = setInterval(refresh, Number(element.getAttribute("every")) * 1000);
  return () => clearInterval(timer);
});
