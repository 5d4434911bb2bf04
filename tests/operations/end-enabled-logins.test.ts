import pg from "pg";
import { expect, it } from "vitest";
import { Account } from "~models";
import { changeStatus, endEnabledLogins } from "../../server/accounts";
import { authenticateBearer, deleteExpired } from "../../server/identity";
import { openSession } from "../../server/identity/sessions";
import { LOCKS } from "../../server/kernel/database/advisory-locks";
import { withFixedTime } from "../../server/kernel/time/now";
import { queryRows, writeTransaction } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { aDatabase } from "../world/database";
import { aServer } from "../world/server";
import { test } from "../world/rollback";

const from = { channel: "call", ip: "203.0.113.9", userAgent: "test" } as const;
const seen = { ip: "203.0.113.9", userAgent: "test" };

const accountOf = ({ accountId }: { accountId: number }) => Account.findByPk(accountId, { rejectOnEmpty: true });
const log = (accountId: number) =>
  queryRows<{ out: Date | null }>(
    sql`SELECT out_time AS out FROM login_log WHERE account_id = ${accountId} ORDER BY id`,
  );
const audit = (accountId: number) =>
  queryRows(sql`
    SELECT operation, record, record_id, before, after FROM audit
    WHERE on_behalf_of = ${accountId} AND operation = 'accounts.endEnabledLogins'`);

/** An agent with a blocked sign-in that was enabled at `moment`, and who signed in then. */
async function anEnabledAgent(moment: string) {
  return withFixedTime(moment, () =>
    writeTransaction(async () => {
      const [boss, agent] = [await aSuperadmin(), await anAgent({ loginBlocked: true })];
      await changeStatus([agent.accountId], { loginBlocked: false }, { by: boss.actor });
      return { agent, session: await openSession({ account: await accountOf(agent) }, from) };
    }),
  );
}

// Enabled in the evening; the end of the night, also when the clocks change.
const nights: [night: string, enabled: string, end: string][] = [
  ["a winter night", "2026-11-20T23:30:00Z", "2026-11-21T06:00:00Z"],
  ["a summer night", "2026-07-20T23:30:00Z", "2026-07-21T05:00:00Z"],
  ["the night in which clocks go forward", "2026-03-07T23:30:00Z", "2026-03-08T06:00:00Z"],
  ["the night in which clocks go back", "2026-10-31T23:30:00Z", "2026-11-01T05:00:00Z"],
];

test.each(nights)(
  "an enabled sign-in and its session end once, at 01:00 of %s [PERIOD-08]",
  async (_, enabled, end) => {
    const { agent, session } = await anEnabledAgent(enabled);
    const before = new Date(Date.parse(end) - 1);
    expect(await withFixedTime(before, endEnabledLogins)).toBe(0);
    expect(await withFixedTime(before, () => authenticateBearer(session.token, seen))).toMatchObject({
      accountId: agent.accountId,
    });
    expect(await log(agent.accountId)).toEqual([{ out: null }]);
    expect(await withFixedTime(end, () => authenticateBearer(session.token, seen))).toBeNull();
    const minutes = [0, 1, 2, 59, 60, 61, 120].map((minute) => new Date(Date.parse(end) + minute * 60_000));
    const counts: number[] = [];
    for (const minute of minutes) counts.push(await withFixedTime(minute, endEnabledLogins));
    expect(counts).toEqual([1, 0, 0, 0, 0, 0, 0]);
    expect(await log(agent.accountId)).toEqual([{ out: new Date(end) }]);
    expect(await audit(agent.accountId)).toEqual([
      {
        operation: "accounts.endEnabledLogins",
        record: "agent",
        record_id: String(agent.id),
        before: { loginEnabledUntil: new Date(end).toISOString() },
        after: { loginEnabledUntil: null },
      },
    ]);
  },
);

test("a sign-in enabled between the two 01:30 of an autumn night lasts until the end of the next night [PERIOD-08]", async () => {
  const { session } = await anEnabledAgent("2026-11-01T05:30:00Z");
  expect(await withFixedTime("2026-11-01T06:00:00Z", endEnabledLogins)).toBe(0);
  expect(await withFixedTime("2026-11-01T06:30:00Z", () => authenticateBearer(session.token, seen))).not.toBeNull();
  expect(await withFixedTime("2026-11-02T06:00:00Z", endEnabledLogins)).toBe(1);
});

test("the end of a night that no process saw is made up for and recorded with the time at which it was due", async () => {
  const { agent } = await anEnabledAgent("2026-11-20T23:30:00Z");
  await withFixedTime("2026-11-21T09:12:00Z", deleteExpired);
  expect(await log(agent.accountId)).toEqual([{ out: new Date("2026-11-21T06:00:00Z") }]);
  expect(await audit(agent.accountId)).toHaveLength(1);
});

test("sign-ins without an end and other accounts stay unchanged; offices and admins end like agents", async () => {
  const boss = await aSuperadmin();
  const [office, admin] = [await anOffice({ loginBlocked: true }), await anAdmin({ loginBlocked: true })];
  const [free, blocked] = [await anAgent(), await anAgent({ loginBlocked: true })];
  const ids = [office.accountId, admin.accountId, free.accountId];
  await withFixedTime("2026-11-20T23:30:00Z", async () => {
    await changeStatus(ids, { loginBlocked: false }, { by: boss.actor });
    await openSession({ account: await accountOf(free) }, from);
  });
  expect(await withFixedTime("2026-11-21T06:00:00Z", endEnabledLogins)).toBe(2);
  expect(await log(free.accountId)).toEqual([{ out: null }]);
  const records = [...(await audit(office.accountId)), ...(await audit(admin.accountId))];
  expect(records).toMatchObject([{ record: "office", record_id: String(office.id) }, { record: "admin" }]);
  expect(await audit(blocked.accountId)).toEqual([]);
});

it("only one of several processes ends the night", async () => {
  const database = await aDatabase();
  await database.enter();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  client.on("error", () => undefined);
  const { agent } = await anEnabledAgent("2026-11-20T23:30:00Z");
  // The other process keeps its lock until its transaction ends.
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCKS.endEnabledLogins})`);
  expect(await withFixedTime("2026-11-21T06:00:30Z", endEnabledLogins)).toBe(0);
  await client.query("COMMIT");
  const both = await withFixedTime("2026-11-21T06:00:30Z", () => Promise.all([endEnabledLogins(), endEnabledLogins()]));
  expect(both.sort()).toEqual([0, 1]);
  expect(await writeTransaction(() => audit(agent.accountId))).toHaveLength(1);
  await client.end();
});

it("a server with several workers makes up for a missed end once, at start", async () => {
  const database = await aDatabase();
  await database.enter();
  const { agent } = await anEnabledAgent("2025-11-20T23:30:00Z");
  await aServer({ database, workers: 2 });
  await expect.poll(() => writeTransaction(() => audit(agent.accountId))).toHaveLength(1);
  expect(await writeTransaction(() => log(agent.accountId))).toEqual([{ out: new Date("2025-11-21T06:00:00Z") }]);
});
