import { load, type Plan } from "./load";

/** A process of its own for the load: the plan comes on standard input, the figures go out as one line of JSON. */
let text = "";
for await (const piece of process.stdin) text += String(piece);
const figures = JSON.stringify(await load(JSON.parse(text) as Plan));
// A pipe takes long texts piece by piece: the end waits until all of it is through.
process.stdout.write(`${figures}\n`, () => process.exit(0));
