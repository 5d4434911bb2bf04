/** The lowest Node version that the packages support. package.json has the same under "engines". */
const LOWEST = [20, 19, 0];

/** Ends the program with a one-line message when this Node is too old. */
export function requireNode() {
  const current = process.versions.node.split(".").map(Number);
  const difference = LOWEST.map((part, i) => (current[i] ?? 0) - part).find((part) => part !== 0) ?? 0;
  if (difference >= 0) return;
  console.error(`This needs Node ${LOWEST.join(".")} or later; this is ${process.versions.node}.`);
  process.exit(1);
}
