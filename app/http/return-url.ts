export const HOME = "/app/home";

const ANYWHERE = "http://own.invalid";
// One slash, not followed by a slash or backslash, with no backslash or control character. Browsers would read those as
// a host name.
const PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The address of the list at `path` as the person left it, if `back` is that list with a query; else `path`. */
export function listAt(path: string, back: unknown): string {
  const asked = typeof back === "string" ? returnUrl(back) : path;
  return asked.startsWith(`${path}?`) ? asked : path;
}

/** The referring page, if it is another page under /app/ on this host. */
export function cameFrom(request: Request): string | undefined {
  const referer = request.headers.get("Referer");
  if (referer === null || !URL.canParse(referer)) return undefined;
  const [here, there] = [new URL(request.url), new URL(referer)];
  const led = there.host === here.host && there.pathname.startsWith("/app/") && there.pathname !== here.pathname;
  return led ? there.pathname + there.search : undefined;
}

/** The redirect target after sign-in: the requested path if it stays in the product, else home. */
export function returnUrl(asked: string | null): string {
  if (asked === null || asked.length > 4_000 || !PATH.test(asked) || !URL.canParse(asked, ANYWHERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(asked, ANYWHERE);
  const path = pathname + search + hash;
  // `new URL` resolves dots, so "/.//host" has become "//host" here.
  return origin === ANYWHERE && PATH.test(path) ? path : HOME;
}
