/**
 * Engine flags of a serving process and its workers. The heap limit is in MB; without one the heap grows far
 * beyond what it needs. With a limit this small, the engine would run a full collection each time the heap has grown
 * by a third; it may double instead. One helper thread instead of four, because the other processors run workers and
 * a database.
 */
const FLAGS = ["--max-old-space-size=192", "--heap-growing-percent=100", "--v8-pool-size=1"];
/**
 * A page calls thousands of functions once, so Node 20 optimizes them after half as many calls as usual. Later engines do
 * that by themselves and do not start with the flag, but their new objects may take 100 MB more than those of Node 20.
 */
const NODE_20 = "--interrupt-budget=30000";
const LATER = "--max-semi-space-size=8";

/** The flags for a major version of Node. */
export const engineFlagsOf = (major) => [...FLAGS, major < 22 ? NODE_20 : LATER];

export const engineFlags = engineFlagsOf(Number.parseInt(process.versions.node, 10));
