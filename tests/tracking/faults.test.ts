import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickedAt } from "../../server/tracking";
import { times } from "../world/long";
import { aReceiver } from "../operations/webhooks/world";
import { type Load, startLoad } from "./click-load";
import { type FaultWorld, goesOn, openFaultWorld, signal, underLoad, WORKERS } from "./fault-world";

/**
 * The built product with two workers on its own durable PostgreSQL, under load, with machine faults caused from
 * outside. The client records what was acknowledged to it; after each fault every recorded click and sale exists
 * exactly once, and the roll-ups equal the rows.
 */
const CONNECTIONS = 48;
const STOPPED_MS = process.env.LONG === "on" ? 30_000 : 3_000;
/**
 * While the database is frozen, clicks come at the pace of a busy day, not as fast as an idle machine's disk allows.
 */
const REST_MS = 25;
let world: FaultWorld;
let faults: string;
let load: Load | undefined;

beforeAll(async () => {
  world = await openFaultWorld((dataDir) => {
    faults = path.join(dataDir, "faults");
    return { preload: ["tests/tracking/faults.mjs"], env: { FAULTS: faults, WEBHOOK_PRIVATE: "on" } };
  });
  await pause(1_000);
});
afterAll(() => load?.stop());

/**
 * Causes the fault under load, as often as configured, and lets the load continue. Each time everything acknowledged is
 * stored, and in the end the roll-ups equal the rows. Returns how often each status occurred.
 */
async function survives(fault: (load: Load) => Promise<void>, rest = 0): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (let round = 0; round < times(1); round++) {
    const own = (load = startLoad(world.port(), world.paths, CONNECTIONS, world.secret, rest));
    try {
      await underLoad(own);
      await fault(own);
      await goesOn(own);
      own.stop();
      await world.nothingIsMissing(own);
    } catch (thrown) {
      own.stop();
      throw new Error(`Round ${round}: ${(thrown as Error).message}\n${world.said().slice(-2_000)}`, { cause: thrown });
    }
    for (const [status, n] of own.statuses) statuses.set(status, (statuses.get(status) ?? 0) + n);
  }
  await world.rollupsEqualRows();
  return statuses;
}

/** A kill only counts if it cuts off a request; otherwise it is repeated. */
async function cutting(load: Load, kill: () => Promise<void>): Promise<void> {
  const before = load.cut();
  for (let tries = 0; load.cut() === before; tries++) {
    if (tries === 5) throw new Error("No request was cut by any kill.");
    await underLoad(load);
    await kill();
    await goesOn(load, 100);
  }
}

const LONG = times(120_000);

test(
  "kill -9 of a worker under load loses or doubles no acknowledged click or sale [TRUST-01]",
  async () => {
    await survives((load) =>
      cutting(load, async () => {
        signal(await world.aWorker(), "SIGKILL");
      }),
    );
    expect(await world.workers()).toHaveLength(WORKERS);
  },
  LONG,
);

test(
  "kill -9 of the process that loads the log, again and again, loses or doubles nothing [TRUST-01]",
  async () => {
    await survives(async (load) => {
      for (let kills = 0; kills < 3; kills++) {
        signal(await world.theLoader(), "SIGKILL");
        await goesOn(load, 300);
      }
    });
  },
  LONG,
);

test(
  "kill -9 of the process that monitors the workers loses or doubles nothing after the next start [TRUST-01]",
  async () => {
    await survives((load) =>
      cutting(load, async () => {
        await world.kill("SIGKILL");
        await world.startAgain();
        load.moveTo(world.port());
      }),
    );
  },
  LONG,
);

test(
  "kill -9 of a backend and of the postmaster under load loses or doubles nothing [TRUST-02]",
  async () => {
    await survives(async (load) => {
      signal(await world.aBackend(), "SIGKILL");
      await goesOn(load);
      await underLoad(load);
      signal(await world.postmaster(), "SIGKILL");
      // Redirects continue without the database.
      await goesOn(load, 200);
    });
    expect(await world.spooled()).toBeGreaterThan(0);
  },
  LONG,
);

test(
  "a frozen PostgreSQL that resumes loads everything that came meanwhile exactly once [TRUST-03]",
  async () => {
    await survives(async (load) => {
      const before = await world.spooled();
      await world.whilePostgresStops(async () => {
        const since = load.acknowledged.length;
        await pause(STOPPED_MS);
        await expect.poll(() => load.acknowledged.length - since).toBeGreaterThan(500);
        await expect.poll(() => world.spooled()).toBeGreaterThan(before + 500);
      });
    }, REST_MS);
  },
  LONG,
);

test(
  "a full disk while the database is frozen gives 503 and loses nothing acknowledged [TRUST-07]",
  async () => {
    const statuses = await survives((load) =>
      world.whilePostgresStops(async () => {
        await goesOn(load, 200);
        const before = load.statuses.get("503") ?? 0;
        await writeFile(faults, "full");
        for (const deadline = Date.now() + 60_000; (load.statuses.get("503") ?? 0) < before + 100; await pause(20)) {
          if (Date.now() > deadline) throw new Error("A full disk took clicks.");
        }
        await rm(faults);
        await goesOn(load, 200);
      }),
    );
    expect(statuses.get("503")).toBeGreaterThanOrEqual(times(100));
  },
  LONG,
);

test(
  "a clock set back by an hour and corrected again loses or doubles no click or sale",
  async () => {
    const statuses = await survives(async (load) => {
      await writeFile(faults, "clock");
      await goesOn(load, 500);
      // Sales of clicks later than their receipt are accepted meanwhile.
      const sold = load.sold.length;
      for (const deadline = Date.now() + 60_000; load.sold.length < sold + 20; await pause(20)) {
        if (Date.now() > deadline) throw new Error("Sales were not taken by a clock that was set back.");
      }
      const anHourAgo = Date.now() - 3_000_000;
      expect(clickedAt(load.acknowledged.at(-1) ?? "")).toBeLessThan(anHourAgo);
      await rm(faults);
    });
    expect(statuses.get("500")).toBeUndefined();
  },
  LONG,
);

test(
  "each sale acknowledged during the faults is booked once, even if its click came later [TRUST-01]",
  () => world.allIsBooked(),
  LONG,
);

test(
  "kill -9 of the server under load loses and reorders no event for another system",
  async () => {
    const receiver = await aReceiver();
    try {
      await world.addEndpoint(receiver.url);
      await survives((load) =>
        cutting(load, async () => {
          await world.kill("SIGKILL");
          await world.startAgain();
          load.moveTo(world.port());
        }),
      );
      const announced = await world.announcedEvents();
      const arrived = () => [...new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))];
      await expect.poll(() => arrived().length, { timeout: LONG }).toBe(announced.length);
      expect(announced.length).toBeGreaterThan(0);
      expect(arrived()).toEqual(announced);
    } finally {
      await receiver.close();
    }
  },
  LONG,
);
