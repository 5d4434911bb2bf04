import { type Cookie, type CookieOptions, createCookie } from "@remix-run/node";
import { isHttps } from "~/gate.server";

/**
 * The name of a cookie of ours: by https no other host, path or plain connection can set one of this name. Browsers take
 * the prefix only with Secure and for every path.
 */
export const cookieName = (name: string): string => (isHttps() ? `__Host-${name}` : name);

type OwnCookie = {
  parse(request: Request): Promise<unknown>;
  serialize(value: unknown, options?: CookieOptions): Promise<string>;
};

/** A cookie that only the server reads. What the browser made up is null. */
export function ownCookie(name: string, options: CookieOptions): OwnCookie {
  let made: Cookie | undefined;
  // The settings may not be read while modules load.
  const cookie = () =>
    (made ??= createCookie(cookieName(name), {
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
