/** The approval queue of new agents: the list, the count and the approval. */
export { approve } from "./operations";
export { count, pendingCount as pendingCount } from "./operations";
export { list } from "./operations";
export { screen } from "./screen";
