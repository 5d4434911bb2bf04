/**
 * How the engine of a serving process and of its workers collects and compiles. The heap has a bound in MB, for without
 * one it grows until it must not. A bound this small would make it collect all of it each time it has grown by a third: it
 * may double. One thread helps, not four: the other processors have workers and a database of their own. A page calls
 * thousands of functions once: they are made fast after half as many calls as usual.
 */
export const engineFlags = [
  ...["--max-old-space-size=192", "--heap-growing-percent=100", "--v8-pool-size=1"],
  "--interrupt-budget=30000",
];
