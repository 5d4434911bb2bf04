/** The parts of Home beside the reports: the agent's balance, pending work, and the first steps of a new company. */
export { attention } from "./attention";
export { screen } from "./screen";
export { setUp } from "./set-up";
