import { combine, define, listen } from "./define";
import { leave } from "./signed-out-tab";

/** Polls a count while the tab is visible. Once the session has ended the tab goes to the sign-in. */
define("poll-badge", (badge) => {
  const ask = async () => {
    if (document.hidden) return;
    // The count is its own ETag: an unchanged count is answered without a body.
    const response = await fetch(badge.getAttribute("src") ?? "", {
      headers: { Accept: "application/json", "If-None-Match": `W/"${badge.textContent || 0}"` },
    });
    if (response.status === 401) {
      clearInterval(timer);
      leave();
    }
    if (!response.ok) return;
    const { count } = (await response.json()) as { count: number };
    badge.textContent = count ? String(count) : "";
  };
  // Connection errors are ignored: the next attempt follows within seconds.
  const attempt = () => void ask().catch(() => undefined);
  const timer = setInterval(attempt, Number(badge.getAttribute("every")) * 1000);
  return combine(() => clearInterval(timer), listen(document, "visibilitychange", attempt));
});
