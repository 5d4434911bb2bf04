import { type Cookie, type CookieOptions, createCookie } from "@remix-run/node";
import { isHttps } from "~/gate.server";

/**
 * The full name of one of our cookies. Over HTTPS it has the `__Host-` prefix, so no other host, path or plain
 * connection can set it. Browsers accept the prefix only with Secure and Path=/.
 */
export const cookieName = (name: string): string => (isHttps() ? `__Host-${name}` : name);

type OwnCookie = {
  parse(request: Request): Promise<unknown>;
  serialize(value: unknown, options?: CookieOptions): Promise<string>;
};

/** An HttpOnly cookie. An unreadable value parses as null. */
export function ownCookie(name: string, options: CookieOptions): OwnCookie {
  let cached: Cookie | undefined;
  // Created on first use: the configuration must not be read while modules load.
  const cookie = () =>
    (cached ??= createCookie(cookieName(name), {
      ...{ path: "/", ...options },
      ...(isHttps() ? { path: "/", secure: true } : {}),
      httpOnly: true,
    }));
  return {
    parse: (request) =>
      cookie()
        .parse(request.headers.get("Cookie"))
        .catch(() => null),
    serialize: (value, more) => cookie().serialize(value, more),
  };
}
