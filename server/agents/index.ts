/** Agents: the people whose links are clicked. */
export { create } from "./create";
export { createScreen, editScreen } from "./form-screen";
export { startWithSites } from "./enable-sites";
export { employ } from "./employ";
export { eraseAgent } from "./erase-agent";
export { listScreen } from "./list-screen";
export { named } from "./named";
export { pick, pickedAgents } from "./pick";
export { Proposals, proposals } from "./proposals";
export { read } from "./read";
export { agentGiven, agentNamed, noSuchAgent, requireAgent } from "./require-agent";
export { search } from "./search";
export { setStatus } from "./set-status";
export { sites, sitesScreen } from "./sites";
export { update } from "./update";
