/**
 * Engine flags of a serving process and its workers. The heap limit is in MB; without one the heap grows far
 * beyond what it needs. With a limit this small, the engine would run a full collection each time the heap has grown
 * by a third; it may double instead. One helper thread instead of four, because the other processors run workers and
 * a database. A page calls thousands of functions once, so they are optimized after half as many calls as usual.
 */
export const engineFlags = [
  ...["--max-old-space-size=192", "--heap-growing-percent=100", "--v8-pool-size=1"],
  "--interrupt-budget=30000",
];
