import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { mkdtemp } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { openConnection } from "../../server/kernel/database/connections";
import { openCluster } from "../../server/postgres";

/**
 * Runs in a network namespace of its own (`unshare --net`), as root. Connections of the product to a PostgreSQL go
 * through an address, all of whose packets are then dropped, as if its machine had lost its power. Reports for each
 * state of a session whether PostgreSQL ended it, and with it its locks.
 */
const MACHINE = "127.9.8.7";
const DEADLINE_MS = 30_000;

const ip = (...words: string[]) => execFileSync("ip", words);
// The rule for local addresses comes first in a new namespace; rules for the machine must precede it.
ip("link", "set", "lo", "up");
ip("rule", "add", "pref", "10", "from", "all", "lookup", "local");
ip("rule", "del", "pref", "0");

const dataDir = await mkdtemp(path.join(os.tmpdir(), "power-loss-"));
const cluster = await openCluster({ dataDir, settings: { shared_buffers: "16MB", fsync: "off" } });
const access = path.join(dataDir, "postgres", "data", "pg_hba.conf");
await writeFile(access, (await readFile(access, "utf8")).replaceAll("127.0.0.1/32", "127.0.0.0/8"));
process.kill(cluster.pid, "SIGHUP");

const { port } = new URL(cluster.url);
const machine = net.createServer((near) => {
  const far = net.connect({ port: Number(port), host: "127.0.0.1", localAddress: MACHINE });
  near.pipe(far).on("error", () => undefined);
  far.pipe(near).on("error", () => undefined);
});
await new Promise<void>((done) => machine.listen(0, "127.0.0.1", done));
const through = new URL(cluster.url);
through.port = String((machine.address() as AddressInfo).port);
const watcher = await openConnection("bench", { url: cluster.url });

const swallow = (query: Promise<unknown>) => void query.catch(() => undefined);
const states: [name: string, enter: (client: pg.Client) => unknown][] = [
  ["idle", () => undefined],
  ["in a transaction", (client) => client.query("BEGIN")],
  ["running a statement", (client) => swallow(client.query("SELECT pg_sleep(600)"))],
  ["with an answer on its way", (client) => swallow(client.query("SELECT pg_sleep(1), repeat('x', 100000)"))],
];

async function opened(): Promise<pg.Client> {
  for (;;) {
    // The new access rule is in force in a moment.
    const client = await openConnection("purge", { url: through.href }).catch(() => pause(50));
    if (client) return client;
  }
}

for (const [name, enter] of states) {
  const client = await opened();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid, pg_advisory_lock(1)");
  await enter(client);
  await pause(200);
  for (const direction of ["to", "from"]) ip("rule", "add", "pref", "5", direction, MACHINE, "blackhole");
  const isOpen = async () =>
    ((await watcher.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [rows[0]?.pid])).rowCount ?? 0) > 0;
  for (const deadline = Date.now() + DEADLINE_MS; (await isOpen()) && Date.now() < deadline; await pause(100));
  console.log(`${name}: ${(await isOpen()) ? "still open" : "ended"}`);
  for (const direction of ["to", "from"]) ip("rule", "del", "pref", "5", direction, MACHINE, "blackhole");
  await watcher.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
}
await watcher.end();
await cluster.stop();
process.exit(0);
