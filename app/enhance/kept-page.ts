/**
 * Browsers keep pages in memory for Back, whatever their headers say, also past a sign-out. Each sign-in and sign-out
 * changes a readable cookie (by https its name begins with `__Host-`): a page that comes back with another one is hidden and asked for anew.
 */
const mark = () => document.cookie.match(/(?:^|;\s*)(?:__Host-)?mark=[^;]*/g)?.join();
const before = mark();

addEventListener("pageshow", ({ persisted }) => {
  if (!persisted || mark() === before) return;
  document.documentElement.hidden = true;
  location.reload();
});
