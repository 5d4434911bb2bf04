import { clockText } from "~/components/clock";
import { define } from "./define";

/** Continues from the server's time, so a wrong clock on the computer does not matter. */
define("live-clock", (element) => {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const respondedAt = performance.timeOrigin + (page?.responseStart ?? 0);
  const offset = Number(element.getAttribute("now")) - respondedAt;
  let timer = 0;
  const tick = () => {
    const now = Date.now() + offset;
    element.textContent = clockText(now);
    // A timer may fire slightly early, in the previous second, so 20 ms are added.
    timer = window.setTimeout(tick, 1000 - (now % 1000) + 20);
  };
  tick();
  return () => clearTimeout(timer);
});
