import { spawn } from "node:child_process";
import { cp, mkdir, readdir, rename } from "node:fs/promises";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEASURES } from "../../models/roll-ups";
import { anEndpoint, aReceiver, ok } from "../operations/webhooks/world";
import { signal } from "../tracking/fault-world";
import { LONG } from "../world/long";
import { type Balanced, balance, type Instance, openTwoServers, ownerOf, type TwoServers } from "./two-servers-world";

/** Two servers of the built product on one database, of which one dies or hangs: the other continues its work. */

let world: TwoServers;
let clicks: Balanced | undefined;
beforeAll(async () => {
  world = await openTwoServers();
});
afterAll(async () => {
  await clicks?.stop();
  await world.close();
});

const sell = async (ids: readonly string[], { url }: Instance = world.a) => {
  for (const id of ids) {
    const answer = await fetch(`${url}/api/postback?clickid=${id}&txid=${id}&event=sale&secret=${world.secret}`);
    expect(await answer.json()).toMatchObject({ verdict: "accepted" });
  }
};
const other = (one: Instance): Instance => (one === world.a ? world.b : world.a);

test.runIf(LONG)(
  "events arrive once and in order while both servers send, and continue within ten seconds after a kill",
  async () => {
    const receiver = await aReceiver();
    try {
      const endpoints = await Promise.all(
        [1, 2, 3].map((n) => anEndpoint({ url: `${receiver.url}/${n}`, events: ["sale.accepted"] })),
      );
      clicks = balance([world.a.port, world.b.port], world.paths);
      await clicks.goOn(60);
      await clicks.stop();
      const waiting = "SELECT 1 FROM webhook_deliveries WHERE state = 'waiting' LIMIT 1";
      const ids = (n: number) =>
        receiver.received.filter(({ path: at }) => at === `/hook/${n}`).map(({ headers }) => headers["webhook-id"]);
      const announced = async (n: number) =>
        (
          await world.asked<{ id: string }>(
            "SELECT 'evt_' || id AS id FROM webhook_deliveries WHERE endpoint_id = $1 ORDER BY webhook_deliveries.id",
            [endpoints[n - 1]?.id],
          )
        ).map(({ id }) => id);
      await sell(clicks.acknowledged.slice(0, 30));
      await expect.poll(() => world.asked(waiting)).toEqual([]);
      for (const n of [1, 2, 3]) expect(ids(n)).toEqual(await announced(n));

      // The first request of the next event is not answered; the server that sent it is killed.
      const held = new Promise<Instance>((found) => {
        receiver.reply = (_, res) => {
          receiver.reply = ok;
          void ownerOf(res.socket?.remotePort ?? 0, world.both).then((owner) => owner && found(owner));
        };
      });
      await sell(clicks.acknowledged.slice(30, 31));
      const sender = await held;
      // Of the ten seconds, half of one passes until the next check by the other server.
      const [lease] = await world.asked<{ within: boolean }>(`
        SELECT bool_and(leased_until <= clock_timestamp() + interval '9.5 seconds') AS within FROM webhook_endpoints
        WHERE leased_until IS NOT NULL`);
      expect(lease).toEqual({ within: true });
      await sender.server.kill("SIGKILL");
      await sell(clicks.acknowledged.slice(31, 60), other(sender));
      await expect.poll(() => world.asked(waiting)).toEqual([]);
      for (const n of [1, 2, 3]) {
        // The event whose answer never came may have been sent twice; its ID is the same.
        expect([...new Set(ids(n))]).toEqual(await announced(n));
        expect(ids(n).length - new Set(ids(n)).size).toBeLessThanOrEqual(1);
      }
      await sender.startAgain();
    } finally {
      await receiver.close();
    }
  },
);

/** An address of the database that can be cut off: connections stay open and carry nothing. */
async function aLine(databaseUrl: string) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const { port, hostname } = new URL(databaseUrl);
  const server = createServer({ allowHalfOpen: false }, (near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far] as const, [far, near] as const]) {
      sockets.add(from);
      from.on("data", (bytes) => void to.write(bytes)).on("error", () => undefined);
      from.on("close", () => to.destroy());
      if (isCut) from.pause();
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut(off: boolean) {
      isCut = off;
      for (const socket of sockets)
        if (off) socket.pause();
        else socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.runIf(LONG)(
  "clicks in the log of a killed server are loaded when it starts again, or by a server that gets its folder",
  async () => {
    const line = await aLine(world.database.url);
    const lonely = await world.anInstance({ DATABASE_URL: line.url, SPOOL_AFTER_MS: "250" });
    const stored = async (ids: readonly string[]) =>
      (await world.asked("SELECT id FROM clicks WHERE id = ANY($1)", [ids])).length;
    const spooled = async () => {
      line.cut(true);
      const load = (clicks = balance([lonely.port], world.paths));
      await load.goOn(300);
      await load.stop();
      await lonely.server.kill("SIGKILL");
      line.cut(false);
      expect(await stored(load.acknowledged)).toBeLessThan(load.acknowledged.length);
      return load.acknowledged;
    };
    const first = await spooled();
    await lonely.startAgain();
    await expect.poll(() => stored(first)).toBe(first.length);

    const second = await spooled();
    // As docs/operations.md describes it: copied beside the log, then renamed into it.
    const [lost, own] = [lonely, world.b].map(({ dataDir }) => path.join(dataDir, "log"));
    const [folder = ""] = await readdir(lost ?? "");
    const copy = path.join(world.b.dataDir, "lost");
    await cp(path.join(lost ?? "", folder), copy, { recursive: true });
    await mkdir(path.join(own ?? "", folder), { recursive: true });
    for (const name of (await readdir(copy)).filter((one) => one.endsWith(".log")))
      await rename(path.join(copy, name), path.join(own ?? "", folder, name));
    await expect.poll(() => stored(second)).toBe(second.length);
    await world.rollUpsEqualRows();
    line.close();
  },
);

/** The link of planted clicks, of which there are only deltas. */
const PLANTED = 2_000_000_000;
const DELTAS = 150_000;
let planted = 0;

/** Deltas that take a roll-up a while, so that its lock can be seen. */
async function plantDeltas(): Promise<void> {
  planted += DELTAS;
  const others = MEASURES.filter((name) => name !== "raws");
  await world.reader.query(
    `INSERT INTO stats_delta (agent_id, day, type_id, geo, company_id, site_id, flags, raws, ${others.join()})
     SELECT $1, date '2026-01-01' + n % 365, ${PLANTED}, 'US', $2, $3, 0, 1, ${others.map(() => 0).join()}
     FROM generate_series(1, ${DELTAS}) n`,
    [world.ann.id, world.office.id, world.site.id],
  );
}

/** Waits until a server rolls up, and returns it. */
async function rollingUpNow(): Promise<{ pid: number; owner: Instance }> {
  await plantDeltas();
  for (;;) {
    const holder = await world.rollingUp();
    const owner = holder && (await ownerOf(holder.port, world.both));
    if (owner && (await world.rollingUp())?.pid === holder.pid) return { pid: holder.pid, owner };
  }
}

/** The lock has passed on from the session, and every delta is rolled up once. */
async function isRolledUpByTheOther(pid: number): Promise<void> {
  await expect.poll(() => world.asked("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [pid])).toEqual([]);
  await expect.poll(() => world.asked("SELECT 1 FROM stats_delta LIMIT 1"), { timeout: 120_000 }).toEqual([]);
  const sum = `SELECT sum(raws)::int AS raws FROM stats_day WHERE type_id = ${PLANTED}`;
  expect(await world.asked(sum)).toEqual([{ raws: planted }]);
}

test.runIf(LONG)("after a kill in the middle of a roll-up the other server rolls up", async () => {
  const { pid, owner } = await rollingUpNow();
  await owner.server.kill("SIGKILL");
  await isRolledUpByTheOther(pid);
  await owner.startAgain();
});

test.runIf(LONG)("a server that hangs in the middle of a roll-up does not keep its lock", async () => {
  const { pid, owner } = await rollingUpNow();
  const pids = await owner.pids();
  for (const one of pids) signal(one, "SIGSTOP");
  try {
    await isRolledUpByTheOther(pid);
  } finally {
    for (const one of pids) signal(one, "SIGCONT");
  }
  await expect.poll(async () => (await fetch(`${owner.url}/readyz`)).status).toBe(200);
});

/** A network of its own, in which packets to and from an address can be dropped, needs these rights and programs. */
const mayCutPower = LONG && process.platform === "linux" && process.getuid?.() === 0;

test.runIf(mayCutPower)(
  "PostgreSQL ends every session of a machine that lost its power within ten seconds",
  async () => {
    const child = spawn("unshare", ["--net", process.execPath, "--import", "tsx", "tests/setup/power-loss.ts"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (text: Buffer) => (said += text.toString()));
    const code = await new Promise((done) => child.once("close", done));
    expect([code, said.trim().split("\n")]).toEqual([
      0,
      ["idle", "in a transaction", "running a statement", "with an answer on its way"].map(
        (state) => `${state}: ended`,
      ),
    ]);
  },
);
