/** Agents: the people whose links are clicked. */
export { create } from "./save";
export { createScreen, editScreen } from "./form-screen";
export { startWithSites } from "./save";
export { employ } from "./save";
export { eraseAgent } from "./status";
export { listScreen } from "./list-screen";
export { named } from "./pick";
export { pick, pickedAgents } from "./pick";
export { Proposals, proposals } from "./proposals";
export { read } from "./agent";
export { agentGiven, agentNamed, noSuchAgent, requireAgent } from "./require-agent";
export { search } from "./search";
export { setStatus } from "./status";
export { sites, sitesScreen } from "./sites";
export { update } from "./save";
