import { openCluster } from "../../server/postgres";

/**
 * Opens the packaged server on the given folder, reports it in one line of JSON, and waits for "stop" or to be killed.
 */
const [dataDir = ""] = process.argv.slice(2);
const cluster = await openCluster({ dataDir, settings: { shared_buffers: "16MB" } });
console.log(JSON.stringify({ url: cluster.url, pid: cluster.pid, started: cluster.started }));
for await (const word of process.stdin) {
  if (String(word).includes("stop")) break;
}
await cluster.stop();
process.exit(0);
