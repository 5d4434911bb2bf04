import { openCluster } from "../../server/postgres";

/**
 * A program that opens the packaged server on the folder it is given, says so in one line of JSON, and waits to be
 * told "stop" or to be killed.
 */
const [dataDir = ""] = process.argv.slice(2);
const cluster = await openCluster({ dataDir, settings: { shared_buffers: "16MB" } });
console.log(JSON.stringify({ url: cluster.url, pid: cluster.pid, started: cluster.started }));
for await (const word of process.stdin) {
  if (String(word).includes("stop")) break;
}
await cluster.stop();
process.exit(0);
