/** The approval queue of new agents: the list, the count and the approval. */
export { approve } from "./approve";
export { count, queueLength } from "./count";
export { list } from "./list";
export { screen } from "./screen";
