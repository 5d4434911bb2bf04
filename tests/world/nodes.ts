import pg from "pg";
import { asKeeper, databaseUrl } from "./keeper";

/**
 * With `CITUS_URL` the tests run on that Citus cluster. A database then consists of one of the same name on every node;
 * copies of all of them are a distributed database again, because the catalog of the extension does not name its database.
 */
export const CITUS = process.env.CITUS_URL;

/** Creates, renames or drops databases on the server or, in a cluster, on all nodes. */
export async function onEveryNode(server: string, ...statements: string[]): Promise<void> {
  const onNode = (node: string) =>
    asKeeper(node, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  await Promise.all((await nodesOf(server)).map(onNode));
}

/** Ends the sessions of a database, such as those of the extension's daemon: one in use cannot be copied or renamed. */
const END_SESSIONS = (name: string) =>
  `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`;

/** Runs a statement that needs the database `name` without sessions. */
export const onEveryNodeAlone = (server: string, name: string, statement: string): Promise<void> =>
  onEveryNode(server, ...(CITUS ? [END_SESSIONS(name)] : []), statement);

/** Drops a database and, on every node, the transactions that a killed node has left in it half committed. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const onNode = async (node: string) => {
    const { rows } = await asKeeper(node, (client) =>
      client.query<{ gid: string }>("SELECT gid FROM pg_prepared_xacts WHERE database = $1", [name]),
    );
    for (const { gid } of rows) await inDatabase(node, name, `ROLLBACK PREPARED '${gid}'`);
    await asKeeper(node, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  };
  await Promise.all((await nodesOf(server)).map(onNode));
}

/** Creates an empty database; in a cluster one in which tables can be distributed. */
export async function createDatabase(server: string, name: string): Promise<void> {
  await onEveryNode(server, `CREATE DATABASE ${name}`);
  if (!CITUS) return;
  const [coordinator = server, ...workers] = await nodesOf(server);
  for (const node of [coordinator, ...workers]) await inDatabase(node, name, "CREATE EXTENSION citus");
  const add = (node: string, command: string) => {
    const { hostname, port } = new URL(node);
    return inDatabase(coordinator, name, `SELECT ${command}('${hostname}', ${port || 5432})`);
  };
  await add(coordinator, "citus_set_coordinator_host");
  for (const worker of workers) await add(worker, "citus_add_node");
  // By its OID, which would be another one's in a copy: no server could be added there.
  for (const node of [coordinator, ...workers])
    await inDatabase(node, name, "DELETE FROM pg_dist_object WHERE classid = 'pg_database'::regclass");
}

async function inDatabase(node: string, name: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(node, name) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let workers: Promise<string[]> | undefined;

/** The server, followed by the workers of the cluster. */
export async function nodesOf(server: string): Promise<string[]> {
  return CITUS ? [server, ...(await (workers ??= workersOf(CITUS)))] : [server];
}

async function workersOf(coordinator: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  try {
    const { rows } = await client.query<{ host: string; port: number }>(
      "SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeid",
    );
    return rows.map(({ host, port }) => {
      const url = new URL(coordinator);
      url.host = `${host}:${port}`;
      return url.href;
    });
  } finally {
    await client.end();
  }
}
