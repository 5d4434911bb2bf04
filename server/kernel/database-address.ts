import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/** The values of `sslmode` that `pg` knows; it would take any other for none. */
export const SSL_MODES: readonly string[] = ["disable", "prefer", "require", "verify-ca", "verify-full", "no-verify"];

/**
 * The options of a connection to the database of a postgres:// address, TLS included. Every pool and every single client
 * takes them from here, so that none of them goes unencrypted where another does not. `own` wins over the address, except
 * that session settings (`options`) of both hold.
 */
export function connectionTo(url: string | undefined, own: ClientConfig = {}): ClientConfig {
  if (!url) throw new Error("The database has no address yet.");
  const address = parseIntoClientConfig(url);
  const options = [address.options, own.options].filter(Boolean).join(" ");
  return { ...address, ...own, ...(options === "" ? {} : { options }) };
}

/** True for an address that can be connected to as it says: a known `sslmode`, certificates that can be read. */
export function isDatabaseAddress(url: string): boolean {
  try {
    const modes = new URL(url).searchParams.getAll("sslmode");
    parseIntoClientConfig(url);
    return modes.every((mode) => SSL_MODES.includes(mode));
  } catch {
    return false;
  }
}
