import { clockText } from "~/components/clock";
import { define } from "./define";

/** Goes on from the server's time, so a wrong clock on the desk shows no wrong time. */
define("live-clock", (element) => {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const answered = performance.timeOrigin + (page?.responseStart ?? 0);
  const ahead = Number(element.getAttribute("now")) - answered;
  let timer = 0;
  const tick = () => {
    const now = Date.now() + ahead;
    element.textContent = clockText(now);
    // A timer may ring a little early, still in the old second.
    timer = window.setTimeout(tick, 1000 - (now % 1000) + 20);
  };
  tick();
  return () => clearTimeout(timer);
});
