import { createHash } from "node:crypto";
import { isbot, isbotMatch } from "isbot";
import { LRUCache } from "lru-cache";

/** What is known of the text that a browser or robot names itself by. */
export type UserAgent = {
  readonly text: string;
  /** Its key in user_agents: 64 bits of its hash. */
  readonly id: bigint;
  /** The part of the text that robots have; undefined for a browser. */
  readonly robot: string | undefined;
  /** True once its row is known to be stored. */
  stored: boolean;
};

/** Longer texts are cut: nothing is told apart behind it. */
const LONGEST = 1_000;
const REMEMBERED = 5_000;

/** The user agents of a process: the patterns for robots are long, so each text is judged once. */
export function userAgents(): (header: string) => UserAgent {
  const known = new LRUCache<string, UserAgent>({ max: REMEMBERED });
  return (header) => {
    const text = header.length > LONGEST ? header.slice(0, LONGEST) : header;
    let agent = known.get(text);
    if (!agent) known.set(text, (agent = read(text)));
    return agent;
  };
}

function read(text: string): UserAgent {
  const id = createHash("sha256").update(text).digest().readBigInt64BE();
  return { text, id, robot: isbot(text) ? (isbotMatch(text) ?? "robot") : undefined, stored: false };
}
