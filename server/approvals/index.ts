/** The approval queue of new agents: the list, the count and the approval. */
export { approve, count, list, pendingCount } from "./operations";
export { screen } from "./screen";
