export const HOME = "/app/home";

const ANYWHERE = "http://own.invalid";
// One slash, then no second one, no backslash and no control character: browsers read those as another host's name.
const PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** Where a sign-in leads: the path that was asked for, when it stays in the product, else home. */
export function returnUrl(asked: string | null): string {
  if (asked === null || asked.length > 4_000 || !PATH.test(asked) || !URL.canParse(asked, ANYWHERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(asked, ANYWHERE);
  const path = pathname + search + hash;
  // Dots were resolved by now: "/.//host" has become "//host".
  return origin === ANYWHERE && PATH.test(path) ? path : HOME;
}
