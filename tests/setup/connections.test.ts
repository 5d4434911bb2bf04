import { type AddressInfo, createServer } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import {
  CONNECTIONS_PER_WORKER,
  RESERVED_CONNECTIONS,
  openConnection,
  countConnections,
  openPool,
  openPrimary,
  openReaders,
  persistentConnection,
  maxWorkers,
  type Purpose,
  purposes,
  withOwnConnection,
} from "../../server/kernel/database/connections";
import { settingsOf } from "../../server/kernel/database/connections/purposes";
import { isUnreachable } from "../../server/kernel/database/transactions";
import { figure } from "../world/figure";
import { aDatabase } from "../world/database";
import { aFailedStart, aFolder, aServer } from "../world/server";
import { SECRETS } from "../world/shared";

test("the number of workers is limited by the database's connections, minus those reserved for other uses", () => {
  const cases: [number, number][] = [
    [97, 3],
    [CONNECTIONS_PER_WORKER + RESERVED_CONNECTIONS, 1],
    [CONNECTIONS_PER_WORKER + RESERVED_CONNECTIONS - 1, 0],
    [2 * CONNECTIONS_PER_WORKER + RESERVED_CONNECTIONS, 2],
    [0, 0],
  ];
  for (const [most, fit] of cases) expect(maxWorkers(most), String(most)).toBe(fit);
});

/** The server's session settings that differ from its defaults. */
const SESSION = `
  SELECT application_name AS name, (SELECT coalesce(jsonb_object_agg(s.name, current_setting(s.name)), '{}') FROM pg_settings s
    WHERE source IN ('client', 'session') AND s.name NOT IN ('application_name', 'client_encoding', 'DateStyle', 'TimeZone')) AS settings
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`;
type Session = { name: string; settings: Record<string, string> };

/** The settings of the ORM itself. */
const ORM = { client_min_messages: "warning" };
const READER = {
  ...ORM,
  default_transaction_isolation: "repeatable read",
  default_transaction_read_only: "on",
  statement_timeout: "15s",
};
const CLICKS = {
  idle_in_transaction_session_timeout: "8s",
  plan_cache_mode: "force_generic_plan",
  statement_timeout: "1min",
  synchronous_commit: "on",
};
const LOCKING = { idle_in_transaction_session_timeout: "8s", idle_session_timeout: "8s" };
/** Settings that end the session of a machine without power, as the operating system reports them. */
const EVERY_SESSION = {
  client_connection_check_interval: "2s",
  tcp_keepalives_count: "3",
  tcp_keepalives_idle: "2",
  tcp_keepalives_interval: "2",
  tcp_user_timeout: "6000",
};
/** Every purpose with its limit of connections per serving process and its session settings. */
const SESSIONS: Record<Purpose, [most: number | undefined, settings: Record<string, string>]> = {
  write: [8, { ...ORM, idle_in_transaction_session_timeout: "1min", statement_timeout: "1min" }],
  read: [8, READER],
  replica: [8, READER],
  beat: [1, {}],
  answering: [2, {}],
  readiness: [1, {}],
  clicks: [1, { ...CLICKS, ...LOCKING }],
  postbacks: [
    4,
    {
      idle_in_transaction_session_timeout: "8s",
      plan_cache_mode: "force_generic_plan",
      synchronous_commit: "on",
    },
  ],
  links: [1, {}],
  rollup: [1, { ...LOCKING, statement_timeout: "50s" }],
  presence: [undefined, {}],
  capacity: [undefined, {}],
  migration: [undefined, {}],
  preparation: [undefined, {}],
  doctor: [undefined, {}],
  backup: [undefined, {}],
  restore: [undefined, {}],
  purge: [undefined, { lock_timeout: "5s", statement_timeout: "55s" }],
  seeding: [undefined, {}],
  bench: [undefined, {}],
};

async function sessionOf(purpose: Purpose, url: string): Promise<Session | undefined> {
  if (purpose === "postbacks") {
    const pool = openPool(purpose, { url });
    const { rows } = await pool.query<Session>(SESSION);
    await pool.end();
    return rows[0];
  }
  if (purpose === "write" || purpose === "read" || purpose === "replica") {
    const sequelize = purpose === "replica" ? openReaders(url) : openPrimary(url);
    const type = purpose === "write" ? "UPDATE" : "SELECT";
    const connection = (await sequelize.connectionManager.getConnection({ type: type as "read" })) as pg.Client;
    const { rows } = await connection.query<Session>(SESSION);
    sequelize.connectionManager.releaseConnection(connection);
    await sequelize.close();
    return rows[0];
  }
  return withOwnConnection(purpose, async (client) => (await client.query<Session>(SESSION)).rows[0], { url });
}

test("every connection is named for its purpose, has its settings, and counts towards its limit", async () => {
  const { url } = await aDatabase();
  expect(Object.keys(SESSIONS)).toEqual(Object.keys(purposes));
  for (const purpose of Object.keys(purposes) as Purpose[]) {
    const { perWorker, perReplica } = settingsOf(purpose);
    const [most, settings] = SESSIONS[purpose];
    expect({ purpose, most: perWorker ?? perReplica }).toEqual({ purpose, most });
    expect(await sessionOf(purpose, url)).toEqual({ name: purpose, settings: { ...EVERY_SESSION, ...settings } });
  }
  // Open connections are counted by purpose.
  await expect.poll(() => countConnections().filter(({ open }) => open > 0)).toEqual([]);
  const client = await openConnection("doctor", { url, number: 2, readOnly: true });
  expect((await client.query<Session>(SESSION)).rows).toEqual([
    { name: "doctor-2", settings: { ...EVERY_SESSION, default_transaction_read_only: "on" } },
  ]);
  expect(countConnections()).toContainEqual({ pool: "doctor", open: 1 });
  await client.end();
  await expect.poll(countConnections).toContainEqual({ pool: "doctor", open: 0 });
});

/** A server that is killed as soon as a connection is open: the client reads both in one packet. Returns its address. */
async function aDyingServer(): Promise<string> {
  const message = (type: string, ...parts: (Buffer | string)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const fault = "SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0";
  const opening = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", "I"), message("E", fault)]);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(opening));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `postgres://someone:secret@127.0.0.1:${(server.address() as AddressInfo).port}/anything`;
}

test("a server that is killed while a connection opens fails what needed it, not the process [TRUST-02]", async () => {
  const url = await aDyingServer();
  const thrown: unknown[] = [];
  const note = (error: unknown) => void thrown.push(error);
  process.on("uncaughtExceptionMonitor", note);
  onTestFinished(() => void process.off("uncaughtExceptionMonitor", note));
  for (const purpose of Object.keys(purposes) as Purpose[]) {
    await expect(sessionOf(purpose, url), purpose).rejects.toSatisfy(isUnreachable);
  }
  expect(thrown).toEqual([]);
});

const reconnects = () => figure("database_reconnects_total", { pool: "links" });
const pidOf = async (client: pg.Client | undefined) =>
  (await client?.query<{ pid: number }>("SELECT pg_backend_pid() AS pid"))?.rows[0]?.pid;

test("a persistent connection is reopened after a loss and prepared each time", async () => {
  const { url } = await aDatabase();
  const before = await reconnects();
  let opened = 0;
  let fail = false;
  const connection = persistentConnection("links", {
    ...{ url, keepOpen: true },
    onOpen() {
      opened += 1;
      return fail ? Promise.reject(new Error("It could not be prepared.")) : Promise.resolve();
    },
  });
  await expect.poll(() => connection.client).toBeDefined();
  const first = await pidOf(connection.client);
  await withOwnConnection("bench", (client) => client.query("SELECT pg_terminate_backend($1)", [first]), { url });
  await expect.poll(async () => ![undefined, first].includes(await pidOf(connection.client))).toBe(true);
  fail = true;
  connection.drop();
  expect(connection.client).toBeUndefined();
  await expect.poll(() => opened).toBeGreaterThan(3);
  expect(connection.client).toBeUndefined();
  fail = false;
  await expect.poll(() => connection.client).toBeDefined();
  expect((await reconnects()) - before).toBe(2);
  await connection.close();
  expect(connection.client).toBeUndefined();
  await expect(connection.getClient()).rejects.toThrow("closed");
});

test("a connection opened on demand is opened once for all waiting callers, and reports why it cannot be opened", async () => {
  const { url } = await aDatabase();
  const connection = persistentConnection("rollup", { url });
  expect(connection.client).toBeUndefined();
  const [one, other] = await Promise.all([connection.getClient(), connection.getClient()]);
  expect(other).toBe(one);
  connection.drop();
  expect(connection.client).toBeUndefined();
  expect(await connection.getClient()).not.toBe(one);
  await connection.close();
  const gone = new URL(url);
  gone.pathname = "/gone";
  const nowhere = persistentConnection("rollup", { url: gone.href });
  await expect(nowhere.getClient()).rejects.toThrow(/does not exist/);
  const dropped = nowhere.getClient();
  nowhere.drop();
  await expect(dropped).rejects.toThrow(/terminated/);
  await nowhere.close();
});

test("the start reports how many connections it may open, and refuses more than the database allows [TRUST-08]", async () => {
  const database = await aDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(`
    SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int AS most FROM pg_settings
    WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`);
  await client.end();
  const most = Number(rows[0].most);
  const fit = maxWorkers(most);
  const settings = { ...SECRETS, DATABASE_URL: database.url, DATA_DIR: await aFolder(), DEMO: "off", PORT: "0" };
  const { code, said } = await aFailedStart({ ...settings, WORKERS: "64" });
  expect(code).toBe(1);
  expect(said.trim()).toBe(
    `WORKERS is too high: 64 workers may open ${64 * CONNECTIONS_PER_WORKER} connections, and the database takes ${most} ` +
      `(max_connections without those it reserves), ${RESERVED_CONNECTIONS} of them for others. It takes ${fit} at most, or a database that takes more.`,
  );
  const server = await aServer({ database, workers: 2 });
  expect(server.said()).toContain(
    `2 workers may open ${2 * CONNECTIONS_PER_WORKER} of the database's ${most} connections.\n`,
  );
  // Idle processes hold only a few connections; none may ever hold more than its share.
  const own =
    "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
  const look = new pg.Client({ connectionString: database.url });
  await look.connect();
  await Promise.all(Array.from({ length: 60 }, () => fetch(`${server.url}/readyz`).then((answer) => answer.text())));
  const { rows: seen } = await look.query(own);
  await look.end();
  expect(seen[0].open).toBeLessThanOrEqual(2 * CONNECTIONS_PER_WORKER);
  expect(seen[0].open).toBeGreaterThan(0);
});
