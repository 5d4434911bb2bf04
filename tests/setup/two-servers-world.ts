import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect } from "vitest";
import { LOCKS } from "../../server/kernel/database/advisory-locks";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { differences, ROLLUPS } from "../oracle/rollups";
import { BROWSER } from "../tracking/click-world";
import { aSecret } from "../tracking/postback-world";
import { anAgent, anOffice, aSite, aSuperadmin, enable } from "../world/builders";
import { aDatabase } from "../world/database";
import { freePort } from "../world/free-port";
import { aFolder, aServer, childrenOf, type Server } from "../world/server";

/** Two servers of the built product, each with its own port and DATA_DIR, on one database with a company. */
export async function openTwoServers(env: Record<string, string> = {}) {
  const database = await aDatabase();
  await database.enter();
  const company = await writeTransaction(async () => {
    const office = await anOffice({ agents: 10 });
    const site = await aSite({ types: 2, enabledFor: [office] });
    const ann = await anAgent({ office, username: "ann" });
    await enable(site, office);
    await aSuperadmin({ username: "boss" });
    await execute(sql`UPDATE prices SET since = now()`);
    await execute(sql`UPDATE site_flags SET since = now()`);
    await markLinksChanged();
    return { office, site, ann, secret: await aSecret(site.id) };
  });
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  const asked = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await reader.query<T>(text, values)).rows;
  const anInstance = async (more: Record<string, string> = {}): Promise<Instance> => {
    const [port, dataDir] = [await freePort(), await aFolder()];
    const start = () =>
      aServer({
        ...{ database, port, workers: 2 },
        env: { DATA_DIR: dataDir, WEBHOOK_PRIVATE: "on", TRUST_PROXY: "127.0.0.1", ...env, ...more },
      });
    const instance: Instance = {
      ...{ port, dataDir, url: `http://127.0.0.1:${port}`, server: await start() },
      async startAgain() {
        instance.server = await start();
      },
      pids: async () => [instance.server.pid, ...(await childrenOf(instance.server.pid))],
    };
    return instance;
  };
  const [a, b] = await Promise.all([anInstance(), anInstance()]);
  const paths = company.office.agents.flatMap(({ id }) =>
    company.site.types.map((type) => `/api/links/go/${company.site.id}/${type.id}/${id}`),
  );
  return {
    ...{ ...company, database, reader, asked, anInstance, a, b, both: [a, b] as const, paths },
    /** Roll-ups with their pending deltas equal the clicks and sales, each counted once. */
    async rollUpsEqualRows(): Promise<void> {
      for (const table of ROLLUPS) {
        expect({ table, rows: await asked(differences(table)) }).toEqual({ table, rows: [] });
      }
    },
    /** The connection that holds the lock on rolling up: its process in PostgreSQL and its port on the other side. */
    async rollingUp() {
      const [holder] = await asked<{ pid: number; port: number }>(
        `SELECT a.pid, a.client_port AS port FROM pg_locks JOIN pg_stat_activity a USING (pid)
         WHERE locktype = 'advisory' AND objid = $1 AND a.datname = current_database()`,
        [LOCKS.rollUp],
      );
      return holder;
    },
    close: () => reader.end(),
  };
}

export type Instance = {
  port: number;
  url: string;
  dataDir: string;
  server: Server;
  /** Starts it again on its port and folder after it has ended. */
  startAgain(): Promise<void>;
  /** Its first process and its workers. */
  pids(): Promise<number[]>;
};
export type TwoServers = Awaited<ReturnType<typeof openTwoServers>>;

/** Which server opened the TCP connection with this local port. */
export async function ownerOf(port: number, instances: readonly Instance[]): Promise<Instance | undefined> {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const line = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((text) => text.trim().split(/\s+/))
    .find(([, local]) => local?.endsWith(`:${hex}`));
  for (const instance of instances) {
    if ((await instance.pids()).some((pid) => socketsOf(pid).has(`socket:[${line?.[9]}]`))) return instance;
  }
  return undefined;
}

function socketsOf(pid: number): Set<string> {
  try {
    return new Set(readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    // The process, or one of its files, is gone.
    return new Set();
  }
}

export type Balanced = {
  /** Click IDs of the redirects, in the order of the answers. */
  acknowledged: string[];
  statuses: Map<number, number>;
  /** Requests that a server refused or hung up on without an answer, and that the other one got. */
  moved(): number;
  /** Waits until so many more clicks are answered. */
  goOn(clicks?: number): Promise<void>;
  /** Resolves when every click under way is answered. */
  stop(): Promise<void>;
};

const REST_MS = 20;
const CHECK_MS = 100;

/**
 * Visitors behind a load balancer: it takes servers in turn over kept-alive connections, and passes a request to the next
 * one when a server is not reachable or hangs up without an answer. With `checks` it also reads `/readyz` and leaves out
 * servers that do not answer 200.
 */
export function balance(ports: readonly number[], paths: readonly string[], { checks = false, visitors = 12 } = {}) {
  const agent = new http.Agent({ keepAlive: true });
  const [acknowledged, statuses] = [[] as string[], new Map<number, number>()];
  const out = new Set<number>();
  let [sent, moved, stopped] = [0, 0, false];

  const request = (port: number, path: string, headers: http.OutgoingHttpHeaders): Promise<http.IncomingMessage> =>
    new Promise((done, failed) => {
      http.get({ host: "127.0.0.1", port, path, agent, headers }, (res) => done(res.resume())).on("error", failed);
    });

  async function click(): Promise<void> {
    const n = sent++;
    const headers = { "User-Agent": BROWSER, "X-Forwarded-For": `198.${n % 200}.${(n >> 8) & 255}.${n & 255}` };
    for (let tries = 0; ; tries++) {
      const fit = ports.filter((port) => !out.has(port));
      const inTurn = fit.length > 0 ? fit : ports;
      const port = inTurn[(n + tries) % inTurn.length] ?? 0;
      try {
        const { statusCode = 0, headers: answer } = await request(port, paths[n % paths.length] ?? "", headers);
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        if (statusCode === 302) acknowledged.push(/clickid=([0-9a-f-]{36})/.exec(answer.location ?? "")?.[1] ?? "");
        return;
      } catch {
        moved += 1;
        if (tries > 1_000) throw new Error("No server answers.");
        // At first the next server is asked at once.
        if (tries > 0) await pause(REST_MS);
      }
    }
  }
  async function visit(): Promise<void> {
    for (; !stopped; await pause(REST_MS)) await click();
  }
  async function check(port: number): Promise<void> {
    for (; !stopped; await pause(CHECK_MS)) {
      const answer = await request(port, "/readyz", { Connection: "close" }).catch(() => undefined);
      if (answer?.statusCode === 200) out.delete(port);
      else out.add(port);
    }
  }
  const running = [...Array.from({ length: visitors }, visit), ...(checks ? ports.map(check) : [])];
  const ended = Promise.all(running).finally(() => agent.destroy());
  ended.catch(() => undefined);
  return {
    ...{ acknowledged, statuses },
    moved: () => moved,
    async goOn(clicks = 200) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length - before, { interval: 25 }).toBeGreaterThan(clicks);
    },
    async stop() {
      stopped = true;
      await ended;
    },
  } satisfies Balanced;
}
