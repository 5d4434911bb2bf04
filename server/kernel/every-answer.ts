import { config } from "./config";

const HTTP = ["X-Content-Type-Options", "nosniff"] as const;
const HTTPS = [...HTTP, "Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const;

/** Whether people open the product by https; a proxy in front of it ends TLS. */
export const isHttps = (): boolean => config().APP_URL?.startsWith("https:") ?? false;

/** Headers of every answer, name after name and value: tracked links, postbacks, pages, calls, files and refusals. */
export const everyAnswer = (): readonly string[] => (isHttps() ? HTTPS : HTTP);
