import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { isThisMachine } from "../addresses/loopback";

/** The values of `sslmode` that `pg` supports. It ignores any other value. */
export const SSL_MODES: readonly string[] = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/**
 * The connection options of a postgres:// address, including TLS. Every pool and client takes them from here, so that
 * all are encrypted alike. `own` overrides the address, except that the session settings (`options`) of both apply.
 * Throws if `url` is undefined.
 */
export function connectionConfig(url: string | undefined, own: ClientConfig = {}): ClientConfig {
  if (!url) throw new Error("The database has no address yet.");
  const address = parseIntoClientConfig(url);
  const options = [address.options, own.options].filter(Boolean).join(" ");
  return { ...address, ...own, ...(options === "" ? {} : { options }) };
}

/** True for an address whose `sslmode` is supported and whose certificate files can be read. */
export function isDatabaseAddress(url: string): boolean {
  try {
    const modes = new URL(url).searchParams.getAll("sslmode");
    parseIntoClientConfig(url);
    return modes.every((mode) => SSL_MODES.includes(mode));
  } catch {
    return false;
  }
}

/**
 * True for an address on this machine, or whose connection to another one is encrypted. `sslmode=disable` in the address
 * states that the network in between is trusted.
 */
export function isEncrypted(url: string): boolean {
  const { host, ssl } = parseIntoClientConfig(url);
  const isLocal = host === undefined || host.startsWith("/") || isThisMachine(host);
  return isLocal || Boolean(ssl) || new URL(url).searchParams.get("sslmode") === "disable";
}
