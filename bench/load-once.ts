import { constants, setPriority } from "node:os";
import { load, type Plan } from "./load";

/** A process of its own for the load: the plan comes on standard input, the figures go out as one line of JSON. */
let text = "";
for await (const piece of process.stdin) text += String(piece);
// A client elsewhere would not wait for its turn behind the server; where it may not go first, its waiting is measured, too.
try {
  setPriority(constants.priority.PRIORITY_ABOVE_NORMAL);
} catch {
  console.error("The load has no higher priority than the server, and measures its own waiting for it.");
}
const figures = JSON.stringify(await load(JSON.parse(text) as Plan));
// A pipe takes long texts piece by piece: the end waits until all of it is through.
process.stdout.write(`${figures}\n`, () => process.exit(0));
