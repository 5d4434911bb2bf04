import { notices } from "~/texts";
import { combine, define, listen } from "./define";
import { notify } from "./toast-stack";

/**
 * Polls a count while the tab is visible. Once the session has ended it says so and stops. The page stays: a form on it
 * is kept when it is saved, and shown again after the sign-in.
 */
define("poll-badge", (badge) => {
  let ended = false;
  const ask = async () => {
    if (document.hidden || ended) return;
    // The count is its own ETag: an unchanged count is answered without a body.
    const response = await fetch(badge.getAttribute("src") ?? "", {
      headers: { Accept: "application/json", "If-None-Match": `W/"${badge.textContent || 0}"` },
    });
    if (response.status === 401) {
      ended = true;
      const body = document.querySelector("main guarded-form [method=post]") ? notices.saveToLogIn : notices.logIn;
      notify({ type: "error", heading: notices.signedOut, body });
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
