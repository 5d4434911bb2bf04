import { load, type Plan } from "./load";

/** A process of its own for the load: the plan comes on standard input, the figures go out as one line of JSON. */
let text = "";
for await (const piece of process.stdin) text += String(piece);
console.log(JSON.stringify(await load(JSON.parse(text) as Plan)));
process.exit(0);
