import type { Actor } from "../kernel/operation/roles";

type Chosen = { site?: string | undefined; office?: string | undefined; agent?: string | undefined };

/** The scope of an export, for the name of its file: the site, and the agent or office or else the account's own. */
export const scopeNames = (actor: Actor, { site, office, agent }: Chosen): (string | undefined)[] => [
  site,
  agent ?? office ?? (actor.agentId === null ? (actor.officeName ?? "all") : actor.username),
];
