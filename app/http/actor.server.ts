import type { AppLoadContext } from "@remix-run/node";
import { bearerToken, type Caller, identity, invalidToken, isOwnOrigin, logRefused, Refusal } from "~/gate.server";
import { fromOf } from "./from.server";
import { sessionAsker } from "./session.server";

export type Identified = { asker: Caller; by: "bearer" | "cookie" | "nobody" };

// The layout's loader and the screen's loader run for the same request and share one look-up.
const identities = new WeakMap<AppLoadContext, Promise<Identified>>();

/**
 * The account behind a request. A bearer token takes precedence over the session cookie. Throws INVALID_TOKEN for an
 * invalid token, even when the cookie is valid.
 */
export function identify(request: Request, context: AppLoadContext): Promise<Identified> {
  const cached = identities.get(context);
  if (cached) return cached;
  const pending = authenticate(request, context).then((identified) => {
    if (identified.asker) context.ofSession();
    return identified;
  });
  identities.set(context, pending);
  return pending;
}

async function authenticate(request: Request, context: AppLoadContext): Promise<Identified> {
  const client = {
    ip: context.ip,
    userAgent: request.headers.get("User-Agent") ?? "",
    // The badge and screens that refresh themselves. Browsers without the header count every request.
    isBackground: request.method === "GET" && request.headers.get("Sec-Fetch-Dest") === "empty",
  };
  const authorization = request.headers.get("Authorization");
  if (authorization !== null) {
    const token = bearerToken(authorization);
    const asker = token === undefined ? null : await identity.authenticateBearer(token, client);
    if (asker === null) throw invalidToken();
    return { asker, by: "bearer" };
  }
  const asker = await sessionAsker(request, client);
  return asker === null ? { asker, by: "nobody" } : { asker, by: "cookie" };
}

/** Writes a row to the common log if the page was refused to its reader. */
export async function logRefusedPage(error: unknown, request: Request, context: AppLoadContext): Promise<void> {
  if (!(error instanceof Refusal) || ![401, 403].includes(error.status)) return;
  const asker = await identify(request, context).then(
    (identified) => identified.asker,
    () => null,
  );
  logRefused(asker, fromOf(request, context, "page"), error.status);
}

/**
 * CSRF check for requests authenticated by cookie: true only when the request comes from our own pages. Browsers send
 * Sec-Fetch-Site, older ones Origin. With neither header the result is false.
 */
export function isSameOrigin(request: Request): boolean {
  const { headers, url } = request;
  return isOwnOrigin({ site: headers.get("Sec-Fetch-Site"), origin: headers.get("Origin"), host: new URL(url).host });
}
