import type { IncomingMessage } from "node:http";
import type { CountryOf } from "./countries";
import type { LinkCopy } from "./link-copy";
import type { Spool } from "./spool";

/** What a process keeps in memory for the tracked paths. */
export type Context = {
  /** Sites, types, agents, offices and the black list as they are now; another copy after a change. */
  links(): LinkCopy;
  countryOf: CountryOf;
  /** The address that a request came from, behind trusted proxies too; null when the peer is gone. */
  addressOf(req: IncomingMessage): string | null;
  /** Whether some site's secret has this keyed hash; undefined where no secrets were ever read. */
  knowsSecret(hash: Buffer): boolean | undefined;
  /** Where clicks and postbacks go that the database does not take in time. */
  spool: Pick<Spool, "append">;
};
