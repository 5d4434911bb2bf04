import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../models/migrate";
import { overrideConfig, config } from "../../server/kernel/process/config";
import { withSchemaLock } from "../../server/kernel/database/connections";
import { closeDatabase, queryOne, readTransaction } from "../../server/kernel/database/transactions";
import {
  laggingReplicas,
  withReplicaReads,
  type ReplicaReadOptions,
  watchReplicas,
} from "../../server/kernel/database/replicas";
import { ReplicaNotFit, openReplica } from "../../server/kernel/database/replicas/replica";
import { sql } from "../../server/kernel/database/sql";
import { type Cluster, openCluster } from "../../server/postgres";
import { replicasBelowLimit } from "../../server/processes/database";
import { theWeek } from "../reports/the-week";
import { aSale, aSuperadmin } from "../world/builders";
import { pageOf } from "../world/page";
import { type Replica, replicasOf, SMALL } from "../world/replica";
import { aFolder, aServer, type Server } from "../world/server";
import { signedIn, type Visit, type Visitor } from "../world/visitor";
import { PASSWORD } from "../world/shared";

/**
 * The built product with two workers, its own PostgreSQL and two streaming replicas copied from its files while it
 * runs. The test affects the replicas from outside and uses the product as its users do.
 */

const WEEK = "start=2026-03-06&end=2026-03-09";
const SITES = `/app/stats/sites?${WEEK}&groupBy=company`;
let cluster: Cluster;
let server: Server;
let replicas: Replica[];
let week: Awaited<ReturnType<typeof theWeek>>;
let admin: Visitor;
let ada: Visitor;
let sup: Visitor;
let end: () => Promise<void>;

beforeAll(async () => {
  cluster = await openCluster({ dataDir: await aFolder(), settings: SMALL });
  await withSchemaLock(migrate, { url: cluster.url });
  await closeDatabase();
  overrideConfig({ DATABASE_URL: cluster.url });
  week = await theWeek({ password: PASSWORD });
  await aSuperadmin({ username: "sup" });
  replicas = await replicasOf(cluster.url, 2, SMALL);
  const urls = replicas.map(({ url }) => url);
  const database = { url: cluster.url, enter: () => Promise.resolve(), drop: () => Promise.resolve() };
  server = await aServer({ database, workers: 2, env: { DATABASE_READ_URLS: urls.join(",") } });
  admin = await signedIn(server.url, "adm");
  sup = await signedIn(server.url, "sup");
  ada = await signedIn(server.url, "ada");
  overrideConfig({ DATABASE_READ_URLS: urls });
  end = watchReplicas();
  await fit(2);
});

afterAll(async () => {
  await end?.();
  await closeDatabase();
  await server?.stop();
  await cluster?.stop();
});

/** Repeats a request until the response is right; throws with the last response after 30 seconds. */
async function until<T>(ask: () => Promise<T>, isGood: (answer: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 60_000; ; await pause(100)) {
    const answer = await ask();
    if (isGood(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(answer)}.`);
  }
}

async function figure(name: string): Promise<number[]> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return replicas.map(({ url }) => {
    const { host, pathname } = new URL(url);
    return Number(new RegExp(`^${name}\\{replica="${host}${pathname}"\\} (\\S+)$`, "m").exec(text)?.[1]);
  });
}

/** Waits until both workers of the server and this process read from this number of replicas. */
async function fit(count: number): Promise<void> {
  const twice = (fits: number[]) => fits.filter((workers) => workers === 2).length === count;
  await until(() => figure("replica_fit"), twice);
  if (count > 0) await until(where, ({ standby }) => standby);
}

const where = (wanted: ReplicaReadOptions = {}) =>
  withReplicaReads(wanted, () => readTransaction(async () => (await queryOne<Where>(WHERE)) as Where));
type Where = { standby: boolean; port: number; only: string; isolation: string; timeout: string; pid: number };
const WHERE = sql`
  SELECT pg_is_in_recovery() AS standby, inet_server_port() AS port, pg_backend_pid() AS pid,
         current_setting('transaction_read_only') AS only, current_setting('statement_timeout') AS timeout,
         current_setting('transaction_isolation') AS isolation`;

const asOf = ({ html }: Visit) =>
  pageOf(html)
    .texts("p.note")
    .flatMap((note) => /^as of (\d\d:\d\d:\d\d)$/.exec(note)?.[1] ?? [])[0];
const clock = ({ html }: Visit) => /\d\d:\d\d:\d\d/.exec(pageOf(html).one("live-clock")?.text ?? "")?.[0];
/** The table of a screen, without the time of its data. */
const table = ({ html }: Visit) => pageOf(html).one("table")?.html;
const seconds = (time = "") => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** A report as programs get it: the time of its data, and its figures. */
async function called(visitor: Visitor) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(`${server.url}/api/stats/sites`, {
    method: "POST",
    headers: {
      ...{ "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
      ...{ Cookie: cookie, Connection: "close" },
    },
    body: JSON.stringify({ groupBy: "company", start: "2026-03-06", end: "2026-03-09" }),
  });
  expect(answer.status).toBe(200);
  const report = (await answer.json()) as { overall: { sales: number } };
  return { asOf: answer.headers.get("x-as-of"), report, sales: report.overall.sales };
}

const onEach = (text: string) => Promise.all(replicas.map((replica) => replica.ask(text)));

/** Pauses replay on the replicas while `body` runs. Runs it again if the replicas became too old meanwhile. */
async function whilePaused<T>(body: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 20; tries += 1) {
    await fit(2);
    await onEach("SELECT pg_wal_replay_pause()");
    const answer = await body();
    const inTime = (await called(admin)).asOf !== null;
    await onEach("SELECT pg_wal_replay_resume()");
    if (inTime) return answer;
  }
  throw new Error("The machine is too slow to be told anything.");
}

test("reports and logs come from the replicas, equal the primary's and give the time of their data [TRUST-24]", async () => {
  const screens = [
    SITES,
    `${SITES}&print=1`,
    "/app/stats/top-agents",
    "/app/logs/sale-logs?" + WEEK,
    "/app/logs/login",
  ];
  for (const path of screens) {
    const visit = await admin.get(path);
    expect(asOf(visit), path).toMatch(/^\d/);
    const age = seconds(clock(visit) ?? "23:59:59") - seconds(asOf(visit));
    if (clock(visit) !== undefined) expect(age % 86_400, `${path} ${age}`).toBeLessThanOrEqual(6);
  }
  for (const path of ["/app/home", "/app/agents", "/app/stats/pay-periods"]) {
    expect(asOf(await admin.get(path)), path).toBeUndefined();
  }
  const csv = await admin.get(`/app/stats/sites/export.csv?${WEEK}&groupBy=company`);
  expect(csv.headers.get("x-as-of")).toMatch(/^\d{4}-.*-0[45]:00$/);

  const before = await figure("replica_reads_total");
  const from = await whilePaused(async () => {
    await aSale({ agent: week.ada, type: week.quick, at: "2026-03-09T18:00Z" });
    return { call: await called(admin), screen: await admin.get(SITES) };
  });
  // A sale just stored on the primary is still missing, so the response comes from a replica.
  const after = await until(
    () => called(admin),
    ({ sales }) => sales > from.call.sales,
  );
  expect(after.asOf).not.toBeNull();
  expect(asOf(from.screen)).toBeDefined();
  const primary = await readTransaction(
    async () => (await queryOne<{ n: number }>(sql`SELECT count(*) AS n FROM sale_events`))?.n,
  );
  expect(primary).toBeGreaterThan(0);
  const reads = await figure("replica_reads_total");
  reads.forEach((count, place) => expect(count).toBeGreaterThan(before[place] ?? 0));
});

test("readers on a replica have the limits of those on the primary, and the pages of a file come from one replica", async () => {
  await fit(2);
  const places = await Promise.all(Array.from({ length: 8 }, () => where()));
  expect(new Set(places.map(({ port }) => port)).size).toBe(2);
  for (const place of places) {
    expect(place).toMatchObject({ standby: true, only: "on", isolation: "repeatable read", timeout: "15s" });
  }
  const pages = await withReplicaReads({}, async () => {
    const found: Where[] = [];
    for (let page = 0; page < 6; page += 1)
      found.push(await readTransaction(async () => (await queryOne<Where>(WHERE)) as Where));
    return found;
  });
  expect(new Set(pages.map(({ port }) => port)).size).toBe(1);
  expect(pages[0]?.standby).toBe(true);
});

test("the health page shows what the processes know about each replica, and no password [TRUST-24]", async () => {
  await fit(2);
  const lines = async () => {
    const { html } = await sup.get("/app/settings/health");
    for (const { url } of replicas) expect(html).not.toContain(new URL(url).password);
    return replicas.map(({ url }) => {
      const rows = pageOf(html).all("tr");
      return rows.find(({ text }) => text.includes(new URL(url).host))?.words ?? "";
    });
  };
  for (const line of await lines()) expect(line).toMatch(/^127\.0\.0\.1:\d+\/app [\d.]+ s 2 of 2 processes \d+ \d+$/);
  await onEach("SELECT pg_wal_replay_pause()");
  const behind = await until(lines, (rows) => rows.every((line) => line.includes(" nobody ")));
  await onEach("SELECT pg_wal_replay_resume()");
  for (const line of behind) expect(line).toMatch(/ ([5-9]|\d\d)(\.\d)? s nobody /);
  await fit(2);
});

test("another database is not accepted as a replica, and a replica that allows too few connections is named", async () => {
  const urls = config().DATABASE_READ_URLS;
  expect(await readTransaction(laggingReplicas)).toEqual([]);
  // Three of 100 connections are reserved for superusers.
  expect(await replicasBelowLimit(10)).toEqual([]);
  expect(await replicasBelowLimit(11)).toMatchObject([
    { room: 97, needed: 99 },
    { room: 97, needed: 99 },
  ]);
  overrideConfig({ DATABASE_READ_URLS: [urls[0]!.replace(/[^/]*$/, "postgres"), "postgres://app@127.0.0.1:1/app"] });
  expect(await replicasBelowLimit(11)).toHaveLength(1);
  const [other, nobody] = await readTransaction(laggingReplicas).finally(() =>
    overrideConfig({ DATABASE_READ_URLS: urls }),
  );
  expect(other).toMatch(/\/postgres cannot be read from: It is not a replica of this database\.$/);
  expect(nobody).toMatch(/^Replica 127\.0\.0\.1:1\/app cannot be read from: .*ECONNREFUSED/);
});

test("a person sees their own changes at once, and others see them when the replica has them", async () => {
  const { formId, siteId } = await written();
  const client = (tries: number) => `client ${tries}`;
  let tries = 0;
  const seen = await whilePaused(async () => {
    tries += 1;
    const others = await admin.get("/app/logs/chat");
    const posted = await ada.post("/app/chat-logs/create", {
      ...{ formId: `${formId}${tries}`, siteId, clientUsername: client(tries), conversation: "Hello" },
    });
    expect(posted.status, posted.html).toBe(302);
    return {
      own: await ada.get(posted.headers.get("location") ?? ""),
      others: await admin.get("/app/logs/chat"),
      was: others,
    };
  });
  expect(seen.own.html).toContain(client(tries));
  expect(asOf(seen.own)).toBeUndefined();
  expect(seen.others.html).not.toContain(client(tries));
  expect(asOf(seen.others)).toBeDefined();
  for (const person of [admin, ada]) {
    const later = await until(
      () => person.get("/app/logs/chat"),
      (visit) => asOf(visit) !== undefined && visit.html.includes(client(tries)),
    );
    expect(later.status).toBe(200);
  }
});

/** The hidden fields of the chat log's form. */
async function written(): Promise<{ formId: string; siteId: string }> {
  const { html } = await ada.get("/app/chat-logs/create");
  const formId = pageOf(html).value("formId") ?? "";
  return { formId: formId.slice(0, 16), siteId: String(week.site.id) };
}

test("the primary answers once replicas are five seconds behind, and a replica that has caught up answers again", async () => {
  await fit(2);
  const before = await called(admin);
  expect(before.asOf).not.toBeNull();
  await onEach("SELECT pg_wal_replay_pause()");
  await aSale({ agent: week.bob, type: week.quick, at: "2026-03-09T19:00Z" });
  let oldest = 0;
  const primary = await until(
    async () => {
      const asked = Date.now();
      const answer = await called(admin);
      if (answer.asOf !== null) {
        oldest = Math.max(oldest, asked - Date.parse(answer.asOf));
        expect(answer.report).toEqual(before.report);
      }
      return answer;
    },
    (answer) => answer.asOf === null,
  );
  expect(oldest).toBeLessThan(5_000);
  expect(primary.sales).toBe(before.sales + 1);
  expect(asOf(await admin.get(SITES))).toBeUndefined();
  await expect.poll(() => figure("replica_fit")).toEqual([0, 0]);
  for (const lag of await figure("replica_lag_seconds")) expect(lag).toBeGreaterThanOrEqual(5);
  const behind = await until(
    () => readTransaction(laggingReplicas),
    (lines) => lines.length === 2,
  );
  expect(behind.join("\n")).toMatch(/^(Replica 127\.0\.0\.1:\d+\/app is \d+ seconds behind\.\n?){2}$/);
  await onEach("SELECT pg_wal_replay_resume()");
  await fit(2);
  expect(await called(admin)).toMatchObject({ report: primary.report, asOf: expect.any(String) });
});

test("a replica that fell behind after it was chosen is not read from", async () => {
  const replica = openReplica(replicas[0]!.url);
  let isAsked = false;
  const body = () => Promise.resolve(void (isAsked = true));
  try {
    await expect(replica.read(body, () => false)).rejects.toBeInstanceOf(ReplicaNotFit);
    expect(isAsked).toBe(false);
    const { beat } = await replica.read(body, (seen) => seen > 0);
    expect([isAsked, Date.now() - beat < 60_000]).toEqual([true, true]);
  } finally {
    await replica.close();
  }
});

test("a read that a replica does not finish is repeated on the primary", async () => {
  await fit(2);
  let runs = 0;
  const moments: number[] = [];
  const asOfHeard = { asOf: (moment: number) => void moments.push(moment) };
  const answer = await withReplicaReads(asOfHeard, () =>
    readTransaction(async () => {
      runs += 1;
      const place = (await queryOne<Where>(WHERE)) as Where;
      const here = replicas.find(({ url }) => Number(new URL(url).port) === place.port);
      if (place.standby) await here?.ask("SELECT pg_terminate_backend($1)", [place.pid]);
      return {
        ...place,
        again: (await queryOne<{ standby: boolean }>(sql`SELECT pg_is_in_recovery() AS standby`))?.standby,
      };
    }),
  );
  expect(answer).toMatchObject({ standby: false, again: false });
  expect(runs).toBe(2);
  expect(moments).toEqual([]);
  // An error of the query itself is reported unchanged.
  const wrong = withReplicaReads({}, () => readTransaction(() => queryOne(sql`SELECT 1 / (pg_backend_pid() * 0)`)));
  await expect(wrong).rejects.toMatchObject({ code: "22012" });
});

/** Reads reports one after another on four connections until stopped; every response must be a report. */
function underLoad() {
  let on = true;
  let answers = 0;
  const lines = Array.from({ length: 4 }, async () => {
    while (on) {
      const visit = await admin.get(SITES);
      expect(visit.status, visit.html).toBe(200);
      expect(table(visit)).toBeDefined();
      answers += 1;
    }
  });
  return {
    answers: () => answers,
    stop: async () => {
      on = false;
      await Promise.all(lines);
    },
  };
}

test("replicas that freeze or die under load fail no response, and are used again when they are back", async () => {
  await fit(2);
  const load = underLoad();
  const more = async () => {
    const before = load.answers();
    await until(
      () => Promise.resolve(load.answers()),
      (answers) => answers > before + 8,
    );
  };
  await more();
  let frozen: Replica | undefined;
  const pids: number[] = [];
  const thawed = await withReplicaReads({}, () =>
    readTransaction(async () => {
      const place = (await queryOne<Where>(WHERE)) as Where;
      frozen = replicas.find(({ url }) => Number(new URL(url).port) === place.port) ?? frozen;
      if (place.standby) {
        pids.push(...((await frozen?.pids()) ?? []));
        for (const pid of pids) process.kill(pid, "SIGSTOP");
      }
      return (await queryOne<{ standby: boolean }>(sql`SELECT pg_is_in_recovery() AS standby`))?.standby;
    }),
  );
  // The replica is still frozen, so the response came from the primary.
  expect(thawed).toBe(false);
  const [here, other] = replicas[0] === frozen ? [0, 1] : [1, 0];
  const workersOf = (place: number, count: number) =>
    until(
      () => figure("replica_fit"),
      (fits) => fits[place] === count,
    );
  await workersOf(here, 0);
  await more();
  await replicas[other]?.kill();
  await workersOf(other, 0);
  await more();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  for (const pid of pids) process.kill(pid, "SIGCONT");
  await replicas[other]?.start();
  await fit(2);
  await load.stop();
  for (const errors of await figure("replica_errors_total")) expect(errors).toBeGreaterThan(0);
  expect(await figure("replica_reads_in_use")).toEqual([0, 0]);
  expect((await called(admin)).asOf).not.toBeNull();
  expect(server.said()).not.toMatch(/"level":(50|60)/);
});
