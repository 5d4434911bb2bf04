import pg from "pg";
import { ensurePartitions } from "../../models/partitions";
import { sweep } from "../identity";
import { config } from "../kernel/config";
import { log } from "../kernel/log";

const MINUTE = 60_000;

/**
 * What the first process does by the clock. Sessions that ran out are closed each minute. A server that runs for a year
 * needs months that its start did not make; what a try could not do the next one does: a year ahead is there already.
 */
export function keepHouse(): void {
  every(MINUTE, "Sessions that are over were not closed.", sweep);
  every(6 * 60 * MINUTE, "The coming months were not made.", makeMonths);
}

function every(pause: number, failure: string, act: () => Promise<void>): void {
  let running = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    act()
      .catch((fault: unknown) => log().error({ err: fault }, failure))
      .finally(() => (running = false));
  }, pause);
  timer.unref();
}

async function makeMonths(): Promise<void> {
  const client = new pg.Client({ connectionString: config().DATABASE_URL, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await ensurePartitions(client, new Date());
  } finally {
    await client.end();
  }
}
