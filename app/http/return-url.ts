export const HOME = "/app/home";

const PLACEHOLDER_ORIGIN = "http://own.invalid";
// One slash, not followed by a slash or backslash, with no backslash or control character. Browsers would read those as
// a host name.
const PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The address of the list at `path` as the person left it, if `back` is that list with a query; else `path`. */
export function listAt(path: string, back: unknown): string {
  const target = typeof back === "string" ? returnUrl(back) : path;
  return target.startsWith(`${path}?`) ? target : path;
}

/** The referring page, if it is another page under /app/ on this host. */
export function referringPage(request: Request): string | undefined {
  const referer = request.headers.get("Referer");
  if (referer === null || !URL.canParse(referer)) return undefined;
  const [current, referrer] = [new URL(request.url), new URL(referer)];
  const isOtherPage =
    referrer.host === current.host && referrer.pathname.startsWith("/app/") && referrer.pathname !== current.pathname;
  return isOtherPage ? referrer.pathname + referrer.search : undefined;
}

const duePages = { password: "/password", secondStep: "/two-step" } as const;

/** The page on which the person does what they have to do first. It then redirects to the requested page. */
export function duePath(due: keyof typeof duePages, request: Request): string {
  const { pathname, search } = new URL(request.url);
  return `${duePages[due]}?returnUrl=${encodeURIComponent(pathname + search)}`;
}

/** The redirect target after sign-in: the requested path if it stays in the product, else home. */
export function returnUrl(requested: string | null): string {
  if (
    requested === null ||
    requested.length > 4_000 ||
    !PATH.test(requested) ||
    !URL.canParse(requested, PLACEHOLDER_ORIGIN)
  )
    return HOME;
  const { origin, pathname, search, hash } = new URL(requested, PLACEHOLDER_ORIGIN);
  const path = pathname + search + hash;
  // `new URL` resolves dots, so "/.//host" has become "//host" here.
  return origin === PLACEHOLDER_ORIGIN && PATH.test(path) ? path : HOME;
}
