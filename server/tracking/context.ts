import type { IncomingMessage } from "node:http";
import type { Client } from "../kernel/net/client-address";
import type { CountryOf } from "./clicks/countries";
import type { LinkCopy } from "./links/link-copy";
import type { ClickLog } from "./log/click-log";

/** The state and services that the tracked paths share within a process. */
export type Context = {
  /**
   * The current copy of sites, types, agents, offices and the black list. A change replaces the copy, so do not keep
   * it.
   */
  links(): LinkCopy;
  countryOf: CountryOf;
  /** The sender of a request, also behind trusted proxies. */
  clientOf(req: IncomingMessage): Client;
  /** Whether a site's secret has this keyed hash; undefined if the secrets have never been read. */
  knowsSecret(hash: Buffer): boolean | undefined;
  /** Takes the clicks, and the postbacks that the database does not decide in time. */
  clickLog: Pick<ClickLog, "append" | "appendPayload" | "folder">;
};
