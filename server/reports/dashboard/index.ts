export { agentsToWatch } from "./agents-to-watch";
export { agentFigures } from "./agent-figures";
export { avpProgress } from "./avp-progress";
export { bestLinks } from "./best-links";
export { dashboard, homeScreen } from "./dashboard";
export { dashboardFigures } from "./figures";
