import { chown, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Sequelize } from "sequelize";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openConnection,
  openPool,
  openPrimary,
  openReaders,
  withOwnConnection,
} from "../../server/kernel/database/connections";
import { SSL_MODES } from "../../server/kernel/process/database-address";
import { type Cluster, openCluster } from "../../server/postgres";
import { ownerOf } from "../../server/postgres/owner";
import { openFaultWorld } from "../tracking/fault-world";
import { aCertificate } from "../world/certificate";
import { first } from "../world/first";
import { aFolder, aServer } from "../world/server";
import { signedIn } from "../world/visitor";
import { PASSWORD } from "../world/shared";

/**
 * A database that only accepts TLS connections: every pool and every single client follows the `sslmode` of its
 * address.
 */

let cluster: Cluster;
let folder: string;
let world: Awaited<ReturnType<typeof openFaultWorld>>;
/** Certificate files: the server's own, and one with the same name for another host. */
let files: Record<"root" | "key" | "stranger", string>;

/** The address with these parameters. The certificate is for `localhost`. */
function address(params: Record<string, string>, database?: string): string {
  const url = new URL(cluster.url);
  url.hostname = "localhost";
  if (database) url.pathname = `/${database}`;
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

beforeAll(async () => {
  // A company in a packaged server, which then accepts only TLS.
  world = await openFaultWorld(() => ({ preload: [], env: {} }));
  cluster = await openCluster({ dataDir: world.dataDir });
  await world.kill("SIGTERM");
  folder = await aFolder();
  files = {
    root: path.join(folder, "root.crt"),
    key: path.join(folder, "root.key"),
    stranger: path.join(folder, "x.crt"),
  };
  const { certificate, key } = aCertificate("localhost");
  await Promise.all([
    writeFile(files.root, certificate),
    writeFile(files.key, key, { mode: 0o600 }),
    writeFile(files.stranger, aCertificate("localhost").certificate),
  ]);
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const { rows } = await client.query<{ data: string }>("SELECT current_setting('data_directory') AS data");
  const data = first(rows).data;
  const owner = await ownerOf(data);
  const own = async (name: string, text: string) => {
    await writeFile(path.join(data, name), text, { mode: 0o600 });
    if (owner) await chown(path.join(data, name), owner.uid, owner.gid);
  };
  await own("own.crt", certificate);
  await own("own.key", key);
  await own(
    "pg_hba.conf",
    ["127.0.0.1/32", "::1/128"]
      .flatMap((from) => [
        // This database also requires a client certificate.
        `hostssl postgres all ${from} scram-sha-256 clientcert=verify-ca`,
        `hostssl all all ${from} scram-sha-256`,
      ])
      .join("\n"),
  );
  for (const [name, value] of Object.entries({
    ssl_cert_file: "own.crt",
    ssl_key_file: "own.key",
    ssl_ca_file: "own.crt",
  })) {
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  }
  await client.query("ALTER SYSTEM SET ssl = 'on'");
  await client.query("SELECT pg_reload_conf()");
  await client.end();
  while (!/no encryption/.test(await opens.client(address({})))) await pause(50);
}, 300_000);
afterAll(() => cluster?.stop());

async function pooled(sequelize: Sequelize, type: "SELECT" | "UPDATE"): Promise<string> {
  try {
    const connection = (await sequelize.connectionManager.getConnection({ type: type as "read" })) as pg.Client;
    const { rows } = await connection.query<{ ssl: boolean }>(ENCRYPTED);
    sequelize.connectionManager.releaseConnection(connection);
    return rows[0]?.ssl ? "encrypted" : "plain";
  } catch (fault) {
    return (fault as Error).message;
  } finally {
    await sequelize.close();
  }
}
const ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";

/** Each kind of connection to an address: "encrypted", or why it failed. */
const opens = {
  async client(url: string): Promise<string> {
    try {
      const { rows } = await withOwnConnection("readiness", (client) => client.query<{ ssl: boolean }>(ENCRYPTED), {
        url,
      });
      return rows[0]?.ssl ? "encrypted" : "plain";
    } catch (fault) {
      return (fault as Error).message;
    }
  },
  async pool(url: string): Promise<string> {
    const pool = openPool("postbacks", { url });
    try {
      return (await pool.query<{ ssl: boolean }>(ENCRYPTED)).rows[0]?.ssl ? "encrypted" : "plain";
    } catch (fault) {
      return (fault as Error).message;
    } finally {
      await pool.end();
    }
  },
  writers: (url: string) => pooled(openPrimary(url), "UPDATE"),
  readers: (url: string) => pooled(openPrimary(url), "SELECT"),
  replica: (url: string) => pooled(openReaders(url), "SELECT"),
};

test("every sslmode of pg means the same for every pool and for single clients [TRUST-25]", async () => {
  const [encrypted, refused, untrusted] = ["encrypted", /no encryption/, /self-signed certificate/];
  const root = { sslrootcert: files.root };
  const compatible = { uselibpqcompat: "true" };
  const cases: [params: Record<string, string>, due: string | RegExp][] = [
    [{}, refused],
    [{ sslmode: "disable" }, refused],
    [{ sslmode: "no-verify" }, encrypted],
    // pg treats these four as verify-full unless libpq compatibility is requested.
    ...["prefer", "require", "verify-ca", "verify-full"].flatMap(
      (sslmode): [Record<string, string>, string | RegExp][] => [
        [{ sslmode }, untrusted],
        [{ sslmode, ...root }, encrypted],
        [{ sslmode, sslrootcert: files.stranger }, untrusted],
      ],
    ),
    [{ sslmode: "require", ...compatible }, encrypted],
    [{ sslmode: "prefer", ...compatible }, encrypted],
    [{ sslmode: "verify-ca", ...compatible, ...root }, encrypted],
  ];
  expect(new Set(cases.flatMap(([{ sslmode }]) => sslmode ?? []))).toEqual(new Set(SSL_MODES));
  for (const [params, due] of cases) {
    for (const [kind, open] of Object.entries(opens)) {
      expect(await open(address(params)), `${kind} ${JSON.stringify(params)}`).toMatch(due);
    }
  }
});

test("a server that requires a client certificate gets it from every pool and single client [TRUST-25]", async () => {
  const root = { sslmode: "verify-full", sslrootcert: files.root };
  for (const [kind, open] of Object.entries(opens)) {
    expect(await open(address(root, "postgres")), kind).toMatch(/certificate/);
    const own = { ...root, sslcert: files.root, sslkey: files.key };
    expect(await open(address(own, "postgres")), kind).toBe("encrypted");
  }
});

test("session settings of the address and of the pool are both applied", async () => {
  const url = address({ sslmode: "no-verify", options: "-c lock_timeout=1234" });
  const settings = "SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement";
  const { rows } = await withOwnConnection("rollup", (client) => client.query(settings), { url });
  expect(rows).toEqual([{ lock: "1234ms", statement: "50s" }]);
});

test("the product serves on such a database, and all its connections are encrypted [TRUST-25]", async () => {
  const url = address({ sslmode: "verify-full", sslrootcert: files.root });
  const database = { url } as Awaited<ReturnType<typeof aServer>>["database"];
  const server = await aServer({
    ...{ database, workers: 2 },
    env: { DATA_DIR: await aFolder(), DATABASE_READ_URLS: address({ sslmode: "no-verify" }) },
  });
  const ann = await signedIn(server.url, "ann", PASSWORD);
  expect((await ann.get("/app/home")).status).toBe(200);
  const click = await fetch(server.url + first(world.paths), { redirect: "manual" });
  expect(click.status).toBe(302);
  const clickid = click.headers.get("location")?.slice(-36) ?? "";
  const sale = await fetch(
    `${server.url}/api/postback?${new URLSearchParams({ clickid, event: "sale", secret: world.secret })}`,
  );
  // A busy machine answers that it keeps the sale, and books it afterwards.
  expect([200, 202]).toContain(sale.status);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const look = await openConnection("bench", { url });
  await expect.poll(async () => (await look.query("SELECT 1 FROM sale_events")).rowCount).toBe(1);
  const names = async () => {
    const { rows } = await look.query<{ name: string; ssl: boolean }>(`
      SELECT application_name AS name, ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
      WHERE datname = current_database() AND application_name <> 'bench'`);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
    return new Set(rows.map(({ name }) => name));
  };
  const due = ["answering", "beat", "clicks", "links", "postbacks", "read", "rollup", "write"];
  await expect.poll(async () => [...(await names())].sort()).toEqual(expect.arrayContaining(due));
  await look.end();
  expect(server.said()).not.toMatch(/"level":(50|60)/);
  expect(await server.stop()).toBe(0);
}, 300_000);
