import { constants, setPriority } from "node:os";
import { load, type Plan } from "./load";

/**
 * The load runs in a process of its own: it reads the plan from standard input and writes the figures as one line of
 * JSON.
 */
let text = "";
for await (const piece of process.stdin) text += String(piece);
// A client on another machine would not wait behind the server for CPU time. Without the higher priority, that wait is
// measured too.
try {
  setPriority(constants.priority.PRIORITY_ABOVE_NORMAL);
} catch {
  console.error("The load has no higher priority than the server, and measures its own waiting for it.");
}
const figures = JSON.stringify(await load(JSON.parse(text) as Plan));
// A pipe takes long texts piece by piece, so the process ends only when all of it is written.
process.stdout.write(`${figures}\n`, () => process.exit(0));
