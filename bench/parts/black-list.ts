import { openConnection } from "../../server/kernel/database/connections";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { markLinksChanged } from "../../server/kernel/database/link-state";
import { parseAddress } from "../../server/kernel/addresses/address";
import { sql } from "../../server/kernel/database/sql";
import { watchLinks } from "../../server/tracking/links/link-watch";
import { part } from "./part";

/** A worker that loads a black list of a million entries. */
export const blackList = part({
  name: "black-list",
  title: "IP blacklist of 1,000,000 entries",
  data: "demo",
  floor: "its texts read by plain pg into one Set",
  measure: measureBlackList,
  figures: [
    { key: "whole", name: "the whole list", unit: "ms", tolerance: 0.25 },
    { key: "turn", name: "longest time that a click waits meanwhile", unit: "ms", goal: { atMost: 50 } },
    { key: "change", name: "until a change of 10,000 entries takes effect", unit: "ms", goal: { atMost: 1_000 } },
  ],
});

const ENTRIES = 1_000_000;
const CHANGED = 10_000;
const LONGEST_WAIT_MS = 10_000;

async function measureBlackList() {
  // Spread over the whole address space, as in lists of misused addresses.
  await fill(sql`
    INSERT INTO black_list (ip)
    SELECT DISTINCT (('1.0.0.0'::inet) + (i::bigint * 2654435761 % 3500000000))::cidr FROM generate_series(1, ${ENTRIES}::int) AS i`);
  const client = await openConnection("bench");
  try {
    // The server does the same by itself after a while.
    await client.query("VACUUM ANALYZE black_list");
    const floor = await measureMs(async () => {
      const { rows } = await client.query<[string]>({ text: "SELECT ip::text FROM black_list", rowMode: "array" });
      return new Set(rows.map(([ip]) => ip)).size;
    });
    let watch: Awaited<ReturnType<typeof watchLinks>> | undefined;
    let whole = 0;
    const longestTurn = await measureLongestTurn(async () => {
      whole = await measureMs(async () => (watch = await watchLinks()));
    });
    const last = parseAddress("240.39.15.7") ?? [];
    await fill(sql`
      INSERT INTO black_list (ip)
      SELECT format('240.%s.%s.0/24', i >> 8, i & 255)::cidr FROM generate_series(0, ${CHANGED - 1}::int) AS i`);
    const change = await measureMs(async () => {
      const until = performance.now() + LONGEST_WAIT_MS;
      while (!watch?.current().blackList.covering(last)) {
        if (performance.now() > until) throw new Error("A change of the black list did not arrive.");
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    await watch?.close();
    return {
      whole: { values: [whole], floors: [floor] },
      turn: { values: [longestTurn] },
      change: { values: [change] },
    };
  } finally {
    await client.end();
  }
}

async function fill(statement: ReturnType<typeof sql>): Promise<void> {
  await writeTransaction(async () => {
    await execute(sql`SET LOCAL statement_timeout = '5min'`);
    await execute(statement);
    await markLinksChanged();
  });
}

async function measureMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** The longest uninterrupted turn of the process while `body` ran, in milliseconds of its CPU. */
async function measureLongestTurn(body: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.cpuUsage();
  let isDone = false;
  const tick = () => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.cpuUsage();
    if (!isDone) setImmediate(tick);
  };
  setImmediate(tick);
  await body();
  isDone = true;
  return longest;
}
