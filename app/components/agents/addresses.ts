export const AGENTS = "/app/agents";

/** The page of one agent. */
export const agentAddress = (id: number): string => `${AGENTS}/${id}`;

/** The sites of an agent. Their name in the address is for people only. */
export const agentSitesAddress = (id: number, username: string): string =>
  `${agentAddress(id)}/${encodeURIComponent(username)}/sites`;
