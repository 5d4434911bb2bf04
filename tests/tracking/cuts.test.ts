import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import pg from "pg";
import { withFixedTime } from "../../server/kernel/time/now";
import { overrideConfig } from "../../server/kernel/process/config";
import { execute, writeTransaction } from "../../server/kernel/database/transactions";
import { Refusal } from "../../server/kernel/operation/refusal";
import { system } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { close } from "../../server/payroll";
import { rollUpOnce } from "../../server/tracking";
import { userAgents } from "../../server/tracking/clicks/user-agents";
import { segmentsIn } from "../../server/tracking/log/folder";
import { postbackPayload } from "../../server/tracking/log/records";
import { secretHashOf } from "../../server/tracking/postbacks/decide";
import { differences, ROLLUPS } from "../oracle/rollups";
import { FIRST, OVER, SECOND, sold } from "../operations/payroll/world";
import { ask } from "../reports/ask";
import { aDatabase, type TestDatabase } from "../world/database";
import { times } from "../world/long";
import { atEveryStatement } from "./cut";
import { aShop, openPostbacks } from "./postback-world";
import { aClickOf, aLog, appended, appendedPayload, loadAll } from "./log-world";

/** The connection is cut at every single statement, before it arrives or before its answer does: all of it or nothing. */
let database: TestDatabase;
let reader: pg.Client;
beforeAll(async () => {
  database = await aDatabase();
  await database.enter();
  // A new connection may take its time; the statement that was cut must not go to the log.
  overrideConfig({ SPOOL_AFTER_MS: 20_000 });
  reader = new pg.Client({ connectionString: database.url, application_name: "reader" });
  await reader.connect();
});
afterAll(() => reader.end());

const asked = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await reader.query<T>(text, values)).rows;

async function rollupsEqualRows(): Promise<void> {
  for (const table of ROLLUPS) expect({ table, rows: await asked(differences(table)) }).toEqual({ table, rows: [] });
}

const rounds = Array.from({ length: times(1) }, (_, round) => round);

test.each(rounds)(
  "clicks and a sale in the log, loaded with a cut at any statement, are stored once (%i)",
  async (round) => {
    const shop = await aShop();
    const { agent, secret } = shop;
    const agentOf = userAgents();
    let sent = 0;
    const load = async () => {
      const log = await aLog(2_000);
      const clicks = Array.from({ length: 30 }, (_, i) =>
        aClickOf(shop, sent + (i % 20), { agent: agentOf(`Browser ${round} ${sent}`) }),
      );
      sent += clicks.length;
      for (const click of clicks) expect(await appended(log, click)).toBe(true);
      const params = { clickid: clicks[29]?.id ?? "", event: "sale" };
      const request = { receipt: randomUUID(), receivedAt: new Date(), ip: null, params };
      const payload = postbackPayload({ request, secretHash: secretHashOf(secret), unreadable: false });
      expect(await appendedPayload(log, payload)).toBe(true);
      await log.close();
      const ids = clicks.map(({ id }) => id);
      // A loader that has failed is not used again. The next one begins with the positions in the database.
      const failed = await loadAll(log.folder).then(
        () => false,
        () => true,
      );
      if (failed) await loadAll(log.folder);
      return { ids, left: segmentsIn(log.folder) };
    };
    const statements = await atEveryStatement(
      load,
      async (outcome, { statement, moment }) => {
        if (outcome.status === "rejected") throw outcome.reason;
        const { ids, left } = outcome.value;
        const found = await asked(
          `SELECT (SELECT count(*)::int FROM clicks WHERE id = ANY($1)) AS clicks,
           (SELECT count(*)::int FROM sale_events WHERE click_id = ANY($1)) AS sales`,
          [ids],
        );
        expect({ statement, moment, found, left }).toEqual({
          statement,
          moment,
          found: [{ clicks: 30, sales: 1 }],
          left: [],
        });
      },
      // Without the statement of each new connection.
      { named: /^clicks$/, texts: /^(?!SELECT set_config)/ },
    );
    for (const part of ["BEGIN", "UPDATE log_positions", "INSERT INTO clicks", "INSERT INTO stats_delta", "COMMIT"])
      for (const moment of ["before", "after"])
        expect(statements).toContainEqual(expect.stringContaining(`${moment} ${part}`));
    expect(await asked("SELECT sum(hits)::int AS hits FROM stats_delta WHERE agent_id = $1", [agent.id])).toEqual([
      { hits: sent },
    ]);
    await rollupsEqualRows();
  },
);

test.each(rounds)("a sale and its reversal cut at any statement are booked once (%i)", async () => {
  const { agent, secret, click } = await aShop();
  const site = await openPostbacks();
  // The site repeats the report until it is booked, whether the connection was cut or the server was busy.
  const report = async (params: Record<string, string>) => {
    for (let tries = 0; tries < 5; tries++) {
      const { body } = await site.get({ ...params, secret });
      if (body.verdict === "accepted" || body.verdict === "duplicate") return params;
    }
    throw new Error("A site was never told that its sale is booked.");
  };
  let sales = 0;
  const both = async () => {
    const sale = { clickid: (await click()).id, event: "sale", txid: `cut ${sales++} ${agent.id}` };
    await report(sale);
    await report({ ...sale, status: "reversed" });
    return sale.txid;
  };
  const statements = await atEveryStatement(
    both,
    async (outcome, { statement, moment }) => {
      if (outcome.status === "rejected") throw outcome.reason;
      const rows = await asked("SELECT sign FROM sale_events WHERE txid = $1 ORDER BY sign", [outcome.value]);
      expect({ moment, statement, rows }).toEqual({ moment, statement, rows: [{ sign: -1 }, { sign: 1 }] });
    },
    { named: /^postbacks$/ },
  );
  await site.close();
  for (const part of [
    "before BEGIN",
    "after BEGIN",
    "before WITH line AS",
    "after COMMIT",
    "before INSERT INTO postbacks",
  ]) {
    expect(statements).toContainEqual(expect.stringContaining(part));
  }
  const [keys] = await asked<{ keys: number; due: number }>(
    `SELECT (SELECT count(*)::int FROM postback_keys WHERE agent_id = $1) AS keys,
       (SELECT sum(CASE sign WHEN 1 THEN 1 ELSE 2 END)::int FROM sale_events WHERE agent_id = $1) AS due`,
    [agent.id],
  );
  expect(keys?.keys).toBe(keys?.due);
  await rollupsEqualRows();
});

test.each(rounds)("a roll-up cut at any statement moves everything or nothing (%i)", async () => {
  const { agent, type } = await aShop();
  const trade = () => writeTransaction(() => sold(agent, type, "2026-02-05T17:00:00Z"));
  const moved: number[] = [];
  const statements = await atEveryStatement(
    async () => {
      await trade();
      return rollUpOnce();
    },
    async (outcome) => {
      expect(outcome.status).toBe("rejected");
      await rollupsEqualRows();
      moved.push((await asked("SELECT 1 FROM stats_delta")).length);
    },
    { named: /^rollup$/ },
  );
  // Before and after each: ten roll-ups, four of them again for sales, the deltas, COMMIT.
  const cut = statements.filter((text) => /INSERT INTO (stats|clicks|hits)_|DELETE FROM stats_delta|COMMIT/.test(text));
  expect(cut).toHaveLength(2 * (10 + 4 + 1 + 1));
  // After the COMMIT all deltas have moved; before it, none.
  const done = statements.filter((text) => /^after COMMIT|SELECT pg_advisory_unlock/.test(text));
  expect(moved.filter((left) => left === 0)).toHaveLength(done.length);
  await rollupsEqualRows();
});

// The ORM logs each lost connection.
const quiet = vi.spyOn(console, "warn").mockImplementation(() => undefined);
afterAll(() => quiet.mockRestore());

test.each(rounds)("a closing cut at any statement has closed the half-month or done nothing (%i)", async () => {
  await (await aDatabase()).enter();
  const { agent, type } = await aShop();
  const own = await connected();
  await writeTransaction(async () => {
    await execute(sql`DELETE FROM pay_periods`);
    for (const day of ["05", "20"]) await sold(agent, type, `2026-03-${day}T17:00:00Z`);
  });
  const state = async (id: number) =>
    (
      await own.query<{ lines: number; closed: number; audits: number }>(
        `SELECT (SELECT count(*)::int FROM ledger WHERE period_id = $1) AS lines,
           (SELECT count(*)::int FROM pay_periods WHERE id = $1) AS closed,
           (SELECT count(*)::int FROM audit WHERE record = 'payPeriod' AND record_id = $1::text) AS audits`,
        [id],
      )
    ).rows[0];
  const OPEN = { lines: 0, closed: 0, audits: 0 };
  const CLOSED = { lines: 1, closed: 1, audits: 1 };
  const closing = (id: number) => () => withFixedTime(OVER[id] ?? "", () => ask(close, system, { id, phpPerUsd: 50 }));
  const before = await atEveryStatement(
    closing(FIRST),
    async (outcome, { statement }) => {
      expect(outcome.status).toBe("rejected");
      expect({ statement, ...(await state(FIRST)) }).toEqual({ statement, ...OPEN });
    },
    { named: /^(read|write)$/, moments: ["before"] },
  );
  expect(await state(FIRST)).toEqual(CLOSED);
  let isClosed = false;
  const closeOnce = async () => {
    try {
      await closing(SECOND)();
    } catch (thrown) {
      if (!(isClosed && thrown instanceof Refusal && thrown.message === "This half-month is already closed."))
        throw thrown;
    }
  };
  const after = await atEveryStatement(
    closeOnce,
    async (_, { statement }) => {
      isClosed ||= statement.startsWith("COMMIT");
      expect({ statement, ...(await state(SECOND)) }).toEqual({ statement, ...(isClosed ? CLOSED : OPEN) });
    },
    { named: /^(read|write)$/, moments: ["after"] },
  );
  expect(isClosed).toBe(true);
  for (const part of ["INSERT INTO ledger", 'INSERT INTO "pay_periods"', "COMMIT"]) {
    expect(before).toContainEqual(expect.stringContaining(`before ${part}`));
    expect(after).toContainEqual(expect.stringContaining(`after ${part}`));
  }
  expect(await state(SECOND)).toEqual(CLOSED);
  await own.end();
});

async function connected(): Promise<pg.Client> {
  const { config } = await import("../../server/kernel/process/config");
  const client = new pg.Client({ connectionString: config().DATABASE_URL, application_name: "reader" });
  await client.connect();
  return client;
}
