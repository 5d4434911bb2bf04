/** The queue of new agents: who waits, how many, and their approval. */
export { approve } from "./approve";
export { count, queueLength } from "./count";
export { list } from "./list";
export { screen } from "./screen";
