/** Agents: the people whose links are clicked. */
export { type AgentPicked, pick, pickedAgents } from "./pick";
export { agentNamed, requireAgent } from "./require-agent";
