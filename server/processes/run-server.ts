import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensurePartitions } from "../../models/partitions";
import { countInPrimary } from "../kernel/process/rate-limits";
import { forgetReadablePasswords } from "../accounts";
import { attachDay, sealFinishedDays } from "../audit";
import { deleteExpired, remoteTokens } from "../identity";
import {
  CONNECTIONS_PER_WORKER,
  RESERVED_CONNECTIONS,
  maxWorkers,
  withOwnConnection,
  withSchemaLock,
} from "../kernel/database/connections";
import type { ScreenBuild } from "../http/screens";
import { beat, hasReplicas } from "../kernel/database/replicas";
import { isUnreachable } from "../kernel/database/transactions";
import { config, SettingError } from "../kernel/process/config";
import { log } from "../kernel/process/log";
import { setCollector } from "../kernel/process/metrics";
import { sendWaiting } from "../mail";
import { countOpenSignals, evaluateSignals } from "../signals";
import { deleteOldRefusals, hasSavedLinks, saveLinks, findLog } from "../tracking";
import { removeUnused } from "../uploads";
import { attachView, queueDueViews } from "../views";
import { announceBegunPrices, deleteOldDeliveries, startDelivering } from "../webhooks";
import { announce, announceFirstAccount } from "./announce";
import { type FillWithDemo, replicasBelowLimit, openDatabase, prepareDatabase } from "./database";
import { openForwardingFront } from "./front";
import { EXIT_SIGNALS, runWorkers } from "./run-workers";
import { answerCollectRequests, collectFromWorkers } from "./samples";
import { requireFreePort, serve, type RunningServer } from "./serve";

const SECOND = 1_000;
const MINUTE = 60_000;

/**
 * Periodic work of the first process. Expired sessions, including those of sign-ins that were enabled until 01:00, are
 * closed at the start and each minute. A server that runs for a year needs partitions that its start did not create,
 * and collects images of deleted texts. Links are saved for a start without the database. Planned prices are announced
 * when they begin. Mails are sent, and those of saved views and about ending tokens are queued when they are due. Finished days of the audit are sealed. Signals are evaluated. A failed attempt is repeated the next time;
 * partitions exist a year ahead. The returned function ends the work and waits for what is under way.
 */
function scheduleMaintenance(): Stop {
  countOpenSignals();
  const stops = [
    ...(hasReplicas() ? [runEvery(SECOND, "heartbeat failed", beat, { atOnce: true })] : []),
    runEvery(SECOND, "sending of mails failed", () => sendWaiting(attachDay, attachView)),
    runEvery(10 * SECOND, "queueing of views' mails failed", queueDueViews),
    runEvery(MINUTE, "queueing of mails about tokens failed", remoteTokens.queueEndingTokens),
    runEvery(MINUTE, "session sweep failed", deleteExpired, { atOnce: true }),
    runEvery(MINUTE / 2, "saving of links failed", saveLinks, { atOnce: true }),
    runEvery(MINUTE / 2, "announcement of prices failed", announceBegunPrices, { atOnce: true }),
    runEvery(MINUTE, "sealing of the audit failed", sealFinishedDays, { atOnce: true }),
    runEvery(5 * MINUTE, "evaluation of signals failed", evaluateSignals),
    runEvery(30 * MINUTE, "removal of readable passwords failed", forgetReadablePasswords, { atOnce: true }),
    runEvery(30 * MINUTE, "cleanup of refusal counts failed", deleteOldRefusals),
    runEvery(6 * 60 * MINUTE, "creation of partitions failed", createPartitions),
    runEvery(6 * 60 * MINUTE, "removal of unused images failed", removeUnused),
    runEvery(6 * 60 * MINUTE, "removal of old webhook deliveries failed", deleteOldDeliveries),
  ];
  return async () => {
    const ended = Promise.all(stops.map((stop) => stop()));
    await Promise.race([ended, pause(LONGEST_END_MS, undefined, { ref: false })]);
  };
}

/** A task may wait for a database that does not answer. */
const LONGEST_END_MS = 5_000;

type Stop = () => Promise<void>;

function runEvery(interval: number, failure: string, task: () => Promise<unknown>, { atOnce = false } = {}): Stop {
  let running: Promise<void> | undefined;
  const attempt = () => {
    running ??= task()
      .then(
        () => undefined,
        (error: unknown) => log().error({ event: failure, err: error }),
      )
      .finally(() => (running = undefined));
  };
  if (atOnce) attempt();
  const timer = setInterval(attempt, interval).unref();
  return () => {
    clearInterval(timer);
    return running ?? Promise.resolve();
  };
}

const createPartitions = () => withSchemaLock((client) => ensurePartitions(client, new Date()));

const EVERY_MS = 1_000;

/**
 * Prepares the database. If it is unreachable and links were saved, the server starts anyway, redirects clicks and
 * keeps incoming records in its log; the database is prepared once it is back. Throws if no links were saved.
 */
async function prepareOrContinue(fillWithDemo: FillWithDemo): Promise<void> {
  try {
    await prepareDatabase(fillWithDemo);
  } catch (error) {
    if (!isUnreachable(error) || !(await hasSavedLinks())) throw error;
    log().warn({ event: "database unavailable at start", effect: "links are served, screens answer 503", err: error });
    void prepareLater(fillWithDemo);
  }
}

async function prepareLater(fillWithDemo: FillWithDemo): Promise<void> {
  for (;;) {
    await pause(EVERY_MS, undefined, { ref: false });
    try {
      await prepareDatabase(fillWithDemo);
      return;
    } catch (error) {
      if (isUnreachable(error)) continue;
      log().fatal({ event: "database preparation failed", err: error });
      process.kill(process.pid, "SIGTERM");
      return;
    }
  }
}

/**
 * The main process: opens the database, starts the other processes and watches them. `fillWithDemo` and `screens` are of
 * layers above server/.
 */
export async function runServer(fillWithDemo: FillWithDemo, screens: ScreenBuild): Promise<void> {
  const exitSignal = waitForExitSignal();
  await requireFreePort();
  const database = await openDatabase({ watch: true });
  try {
    const serving = await Promise.race([startServing(fillWithDemo, screens), exitSignal]);
    if (serving) {
      announce(serving.port);
      void announceFirstAccount();
    }
    await exitSignal;
    await serving?.close();
  } finally {
    await database.close();
  }
  process.exit(0);
}

async function startServing(fillWithDemo: FillWithDemo, screens: ScreenBuild): Promise<RunningServer> {
  await prepareOrContinue(fillWithDemo);
  // A wrong DATA_KEY fails here with its reason, and not once in each worker.
  await findLog();
  const { count, line } = await countWorkers();
  const stopMaintenance = scheduleMaintenance();
  // In this process, which serves nothing while others do: slow endpoints cost no click anything.
  const stopDelivering = startDelivering();
  if (line) process.stdout.write(`${line}\n`);
  for (const narrow of await replicasBelowLimit(count)) {
    log().warn({ event: "replica connection limit too low", ...narrow });
  }
  const serving = await startProcesses(count, screens);
  return {
    port: serving.port,
    async close() {
      await Promise.all([stopMaintenance(), stopDelivering(), serving.close()]);
    },
  };
}

/**
 * Starts `count` processes for screens and calls, one that loads the click log, and those in front of them, which answer
 * tracked links and forward everything else (docs/decisions/0087-tracking-apart-from-screens.md). A single one in front is
 * this process, and without any this process does it all.
 */
async function startProcesses(count: number, screens: ScreenBuild): Promise<RunningServer> {
  if (count === 0) return serve(async () => (await import("./listener")).openListener(screens));
  const folder = mkdtempSync(path.join(os.tmpdir(), "screens-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const socketPaths = Array.from({ length: count }, (_, index) => path.join(folder, String(index)));
  answerCollectRequests();
  setCollector(collectFromWorkers);
  countInPrimary();
  const tasks = socketPaths.map((socketPath) => ({ serves: "screens", socketPath }) as const);
  const behind = await runWorkers([...tasks, { serves: "loading" }]);
  const front = await (count > 1
    ? runWorkers(Array(trackingProcesses(count)).fill({ serves: "tracking", socketPaths }))
    : serve(() => openForwardingFront(socketPaths)));
  return {
    port: front.port,
    async close() {
      await front.close();
      await behind.close();
    },
  };
}

/** A click costs little more than its request. Two of them, so that one answers while the other is replaced. */
const trackingProcesses = (count: number): number => Math.max(2, Math.ceil(count / 2));

/** Resolves at the first ending signal. Later ones have no effect: a terminal and a parent both send one. */
function waitForExitSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of EXIT_SIGNALS) process.on(signal, () => done());
  });
}

/** The number of workers, and a log line about their connections (none if the database is unreachable). */
type Workers = { count: number; line: string | undefined };

/**
 * The number of workers: WORKERS, else one for each core, limited by the connections of the database. Throws a
 * SettingError if the connections do not suffice for WORKERS, or for even one worker.
 */
async function countWorkers(): Promise<Workers> {
  const { WORKERS } = config();
  const wanted = WORKERS ?? os.availableParallelism();
  const maxConnections = await maxDatabaseConnections();
  if (maxConnections === undefined) return { count: wanted, line: undefined };
  const fit = maxWorkers(maxConnections);
  if (fit < 1 || (WORKERS !== undefined && WORKERS > fit)) {
    throw new SettingError(
      `WORKERS is too high: ${wanted} workers may open ${wanted * CONNECTIONS_PER_WORKER} connections, and the database takes ${maxConnections} ` +
        `(max_connections without those it reserves), ${RESERVED_CONNECTIONS} of them for others. It takes ${fit} at most, or a database that takes more.`,
    );
  }
  const count = Math.min(wanted, fit);
  const fewer = count < wanted ? `; ${wanted} cores would need ${wanted * CONNECTIONS_PER_WORKER}` : "";
  const who = count === 0 ? "One process" : count === 1 ? "1 worker" : `${count} workers`;
  const connections = Math.max(1, count) * CONNECTIONS_PER_WORKER;
  return { count, line: `${who} may open ${connections} of the database's ${maxConnections} connections${fewer}.` };
}

/** Connections that the server accepts from roles that are not superusers. Undefined while it does not answer. */
async function maxDatabaseConnections(): Promise<number | undefined> {
  try {
    const { rows } = await withOwnConnection("capacity", (client) =>
      client.query<{ most: number }>(`
        SELECT sum(CASE name WHEN 'max_connections' THEN 1 ELSE -1 END * setting::int)::int AS most FROM pg_settings
        WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`),
    );
    return rows[0]?.most;
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}
