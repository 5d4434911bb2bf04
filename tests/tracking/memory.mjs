import { appendFileSync, writeFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Loaded into a server before its own code: at SIGUSR2 it collects its garbage and notes in the file MEMORY what is left. A file
 * of its own says that it listens.
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
