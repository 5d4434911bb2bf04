import { openNow } from "../kernel/database/connections";
import { gauges } from "../kernel/process/metrics";
import { poolsNow } from "../kernel/database/pools";

/** Metrics of each process, labeled with its PID, and of the use of its connections. */
export function tellOwnFigures(): void {
  const pid = String(process.pid);
  gauges("worker_uptime_seconds", "Time since this process began.", ["pid"], () => [[{ pid }, process.uptime()]]);
  gauges("worker_resident_bytes", "Memory of this process.", ["pid"], () => [[{ pid }, process.memoryUsage.rss()]]);
  gauges("worker_heap_bytes", "Memory of this process that its program uses.", ["pid"], () => [
    [{ pid }, process.memoryUsage().heapUsed],
  ]);
  const pools = (figure: "used" | "waiting") => () =>
    poolsNow().map(({ pool, [figure]: value }): [{ pool: string }, number] => [{ pool }, value]);
  gauges("database_connections_used", "Connections to the database that are in use, by pool.", ["pool"], pools("used"));
  gauges("database_connections_open", "Connections to the database that are open, by pool.", ["pool"], () =>
    openNow().map(({ pool, open }) => [{ pool }, open]),
  );
  gauges(
    "database_connections_waiting",
    "Who waits for a connection to the database, by pool.",
    ["pool"],
    pools("waiting"),
  );
}
