export { avpProgress } from "./avp-progress";
export { dashboard, homeScreen } from "./dashboard";
export { dashboardFigures } from "./figures";
