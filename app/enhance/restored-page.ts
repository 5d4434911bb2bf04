/**
 * Browsers keep pages in memory for Back regardless of their headers, even after a sign-out. Each sign-in and sign-out
 * changes a cookie that scripts can read (`__Host-` prefix over HTTPS). A restored page with a different cookie is
 * hidden and reloaded.
 */
const mark = () => document.cookie.match(/(?:^|;\s*)(?:__Host-)?mark=[^;]*/g)?.join();
const before = mark();

addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || mark() === before) return;
  document.documentElement.hidden = true;
  location.reload();
});
