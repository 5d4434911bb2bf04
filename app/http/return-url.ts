export const HOME = "/app/home";

const ANYWHERE = "http://own.invalid";
// One slash, then no second one, no backslash and no control character: browsers read those as another host's name.
const PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** The list at `path` as it was when it was left, where `back` (a path of the product) says how. */
export function listAt(path: string, back: unknown): string {
  const asked = typeof back === "string" ? returnUrl(back) : path;
  return asked.startsWith(`${path}?`) ? asked : path;
}

/** The product's own page that led to this one. */
export function cameFrom(request: Request): string | undefined {
  const referer = request.headers.get("Referer");
  if (referer === null || !URL.canParse(referer)) return undefined;
  const [here, there] = [new URL(request.url), new URL(referer)];
  const led = there.host === here.host && there.pathname.startsWith("/app/") && there.pathname !== here.pathname;
  return led ? there.pathname + there.search : undefined;
}

/** Where a sign-in leads: the path that was asked for, when it stays in the product, else home. */
export function returnUrl(asked: string | null): string {
  if (asked === null || asked.length > 4_000 || !PATH.test(asked) || !URL.canParse(asked, ANYWHERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(asked, ANYWHERE);
  const path = pathname + search + hash;
  // Dots were resolved by now: "/.//host" has become "//host".
  return origin === ANYWHERE && PATH.test(path) ? path : HOME;
}
