/** Agents: the people whose links are clicked. */
export { enableOfficeSites } from "./enable-sites";
export { create, employ, update } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { eraseAgent, setStatus } from "./status";
export { exportAgents, exportName } from "./export";
export { listScreen } from "./list-screen";
export { listAgentOptions, named, pick } from "./pick";
export { AgentSuggestions, suggestAgents } from "./suggestions";
export { card, chosen, read, showPassword } from "./agent";
export {
  agentsEverIn,
  resolveAgent,
  findAgentByUsername,
  agentNotFound,
  requireAgent,
  requireNamedAgent,
} from "./require-agent";
export { approvalConditions } from "./find-agents";
export { search } from "./search";
export { sites, sitesScreen } from "./sites";
