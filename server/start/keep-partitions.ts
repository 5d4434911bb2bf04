import pg from "pg";
import { ensurePartitions } from "../../models/partitions";
import { config } from "../kernel/config";
import { log } from "../kernel/log";

const EVERY = 6 * 60 * 60_000;

/**
 * A server that runs for a year needs months that its start did not make. What a try could not do the next one does:
 * a year ahead is there already.
 */
export function keepPartitions(): void {
  const timer = setInterval(() => {
    make().catch((fault: unknown) => log().error({ err: fault }, "The coming months were not made."));
  }, EVERY);
  timer.unref();
}

async function make(): Promise<void> {
  const client = new pg.Client({ connectionString: config().DATABASE_URL, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await ensurePartitions(client, new Date());
  } finally {
    await client.end();
  }
}
