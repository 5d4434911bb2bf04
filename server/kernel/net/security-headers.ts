import { config } from "../process/config";

const HTTP = ["X-Content-Type-Options", "nosniff"] as const;
const HTTPS = [...HTTP, "Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const;

/** True if the public address is https. TLS ends at a proxy in front of the server. */
export const isHttps = (): boolean => config().APP_URL?.startsWith("https:") ?? false;

/**
 * Headers of every response (tracked links, postbacks, pages, calls, files and refusals), as a flat list of alternating
 * names and values.
 */
export const commonHeaders = (): readonly string[] => (isHttps() ? HTTPS : HTTP);

/** The policy of JSON, files and health checks. Pages have policies of their own. */
export const NOT_FRAMED = ["Content-Security-Policy", "frame-ancestors 'none'"] as const;
