export const HOME = "/app/home";

const ANYWHERE = "http://own.invalid";
// One slash, then no second one, no backslash and no control character: browsers read those as another host's name.
const PATH = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/** Where an act on a list leads: to the list as it was seen, when the form says how (`back`, a query). */
export const sameList =
  (path: string) =>
  (_answer: unknown, { back }: Record<string, unknown>): string =>
    listAt(path, back);

export function listAt(path: string, back: unknown): string {
  const asked = typeof back === "string" && back.startsWith("?") ? returnUrl(path + back) : path;
  return asked.startsWith(`${path}?`) ? asked : path;
}

/** Where a sign-in leads: the path that was asked for, when it stays in the product, else home. */
export function returnUrl(asked: string | null): string {
  if (asked === null || asked.length > 4_000 || !PATH.test(asked) || !URL.canParse(asked, ANYWHERE)) return HOME;
  const { origin, pathname, search, hash } = new URL(asked, ANYWHERE);
  const path = pathname + search + hash;
  // Dots were resolved by now: "/.//host" has become "//host".
  return origin === ANYWHERE && PATH.test(path) ? path : HOME;
}
