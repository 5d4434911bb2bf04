import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { robotIn } from "../../kernel/net/robots";
import type { Day } from "../../kernel/time";

/** A user agent string and its classification. */
export type UserAgent = {
  readonly text: string;
  /** Its key in user_agents: the first 64 bits of its SHA-256. */
  readonly id: bigint;
  /** The part of the text that identifies a robot; undefined for a browser. */
  readonly robot: string | undefined;
  /** The day on which its row was last known to be in user_agents. */
  storedOn: Day | undefined;
};

/** Longer strings are cut at this many characters; what follows is not distinguishing. */
const MAX_LENGTH = 1_000;
const REMEMBERED = 5_000;

/** Returns a cached parser of user agent headers. The robot patterns are long, so each string is matched only once. */
export const userAgents = () => cachedAgents(robotIn);

/** The same for clicks that have been classified. */
export const classifiedUserAgents = () => cachedAgents(() => undefined);

function cachedAgents(robotOf: (text: string) => string | undefined): (header: string) => UserAgent {
  const cache = new LRUCache<string, UserAgent>({ max: REMEMBERED });
  return (header) => {
    const text = header.length > MAX_LENGTH ? header.slice(0, MAX_LENGTH) : header;
    let agent = cache.get(text);
    if (!agent) {
      const id = createHash("sha256").update(text).digest().readBigInt64BE();
      cache.set(text, (agent = { text, id, robot: robotOf(text), storedOn: undefined }));
    }
    return agent;
  };
}
