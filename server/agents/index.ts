/** Agents: the people whose links are clicked. */
export { create } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { enableOfficeSites as enableOfficeSites } from "./save";
export { employ } from "./save";
export { eraseAgent } from "./status";
export { listScreen } from "./list-screen";
export { named } from "./pick";
export { pick, listAgentOptions as listAgentOptions } from "./pick";
export { AgentSuggestions as AgentSuggestions, suggestAgents as suggestAgents } from "./suggestions";
export { read } from "./agent";
export {
  resolveAgent as resolveAgent,
  findAgentByUsername as findAgentByUsername,
  agentNotFound as agentNotFound,
  requireAgent,
} from "./require-agent";
export { search } from "./search";
export { setStatus } from "./status";
export { sites, sitesScreen } from "./sites";
export { update } from "./save";
