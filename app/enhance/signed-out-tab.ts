import { make } from "./define";

/**
 * A tab stops showing what it shows once its session has ended: by Back (browsers keep pages in memory regardless of
 * their headers), or because somebody signed out in another tab. Each sign-in and sign-out changes a cookie that
 * scripts can read (`__Host-` prefix over HTTPS); after a sign-out it begins with "out." A page that opens sends it to the
 * other tabs, so the sign-in page after a sign-out does.
 */
const mark = () => document.cookie.split("mark=")[1] ?? "";
const before = mark();
const tabs = new BroadcastChannel("mark");

tabs.onmessage = ({ data }: MessageEvent<string>) =>
  data.startsWith("out.") && location.pathname.startsWith("/app") && leave();
tabs.postMessage(before);

addEventListener("pageshow", ({ persisted }) => persisted && mark() !== before && leave());

/**
 * Asks for the page again, which leads to the sign-in. A form in which somebody typed is posted instead: without a session
 * the server keeps it for its owner, and `leaving` says not to save it if there is a session after all.
 */
export function leave(): void {
  const { documentElement: page } = document;
  if (page.hidden) return;
  page.hidden = true;
  onbeforeunload = null;
  const form = document.querySelector<HTMLFormElement>("form[data-typed][method=post]");
  form?.append(make("input", "", { name: "leaving" }));
  if (form) form.submit();
  else location.href = location.pathname + location.search;
}
