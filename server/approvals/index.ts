/** The approval queue of new agents: the list, the count, and the acts that decide. */
export { approve, reject, request } from "./decide";
export { count, list, pendingCount } from "./operations";
export { screen } from "./screen";
