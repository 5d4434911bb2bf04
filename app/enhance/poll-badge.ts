import { both, define, listen } from "./define";

/** Asks for a count again and again, but only while somebody looks; a session that has ended leads to the sign-in. */
define("poll-badge", (badge) => {
  const ask = async () => {
    if (document.hidden) return;
    // The count is its own tag: while it is what stands here, the answer has no body.
    const answer = await fetch(badge.getAttribute("src") ?? "", {
      headers: { Accept: "application/json", "If-None-Match": `W/"${badge.textContent || 0}"` },
    });
    if (answer.status === 401) location.reload();
    if (!answer.ok) return;
    const { count } = (await answer.json()) as { count: number };
    badge.textContent = count ? String(count) : "";
  };
  // A lost connection is no news: the next try comes in seconds.
  const attempt = () => void ask().catch(() => undefined);
  const timer = setInterval(attempt, Number(badge.getAttribute("every")) * 1000);
  return both(() => clearInterval(timer), listen(document, "visibilitychange", attempt));
});
