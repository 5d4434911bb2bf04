import { appendFileSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Preloaded into a server: on SIGUSR2 it collects garbage and appends its memory use to the file MEMORY. The file
 * MEMORY.<pid> shows that it handles the signal.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  appendFileSync(
    process.env.MEMORY,
    `${JSON.stringify({ pid: process.pid, at: Date.now(), rss, heapUsed, external })}\n`,
  );
});
writeFileSync(`${process.env.MEMORY}.${process.pid}`, "");
