import { expect } from "vitest";
import { Account, type StatusChange } from "~models";
import { changeStatus, isSignInAllowed, maySignIn } from "../../server/accounts";
import { withFixedTime } from "../../server/kernel/time/now";
import { queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { anAgent, aSuperadmin } from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";

const of = async (accountId: number) =>
  first(
    await queryRows<Record<string, unknown>>(sql`
      SELECT active, hidden, login_blocked AS blocked, login_enabled_until AS until, status_reason AS reason,
        status_by AS by, status_at AS at, version, ${maySignIn()} AS "maySignIn" FROM accounts WHERE id = ${accountId}`),
  );

test("a status change records who, when and why; repeating it changes nothing [AGENT-29]", async () => {
  const [boss, agent] = [await aSuperadmin(), await anAgent()];
  const change = (to: StatusChange, reason?: string) =>
    withFixedTime("2026-11-20T12:00:00Z", () => changeStatus([agent.accountId], to, { by: boss.actor, reason }));
  expect(await change({ active: false }, "late again")).toEqual([
    { accountId: agent.accountId, before: { active: true }, after: { active: false, reason: "late again" } },
  ]);
  expect(await change({ active: false }, "another")).toEqual([]);
  expect(await of(agent.accountId)).toMatchObject({
    ...{ active: false, reason: "late again", by: boss.accountId, at: new Date("2026-11-20T12:00:00Z"), version: 2 },
  });
  await change({ hidden: true });
  expect(await of(agent.accountId)).toMatchObject({ hidden: true, reason: "late again", version: 3 });
  await change({ active: true });
  expect(await of(agent.accountId)).toMatchObject({ active: true, reason: null, version: 4 });
});

test("a loaded account and a row in SQL agree, in every state, on whether the account may sign in [TRUST-16]", async () => {
  const moment = new Date("2026-11-20T12:00:00Z");
  const moments = [null, new Date(moment.getTime() - 1), moment, new Date(moment.getTime() + 1)];
  const states = [null, moment].flatMap((deletedAt) =>
    [true, false].flatMap((approved) =>
      [true, false].flatMap((loginBlocked) =>
        moments.map((loginEnabledUntil) => ({ deletedAt, approved, loginBlocked, loginEnabledUntil })),
      ),
    ),
  );
  const made = await Account.bulkCreate(
    states.map((state, i) => ({ ...state, role: 20, username: `state${i}`, passwordHash: "x" })),
  );
  await withFixedTime(moment, async () => {
    const admitted = await queryRows<{ id: number }>(sql`
        SELECT id FROM accounts WHERE id = ANY(${made.map(({ id }) => id)}) AND ${maySignIn()} ORDER BY id`);
    const loaded = await Account.findAll({ where: { id: made.map(({ id }) => id) }, order: ["id"] });
    expect(loaded.filter(isSignInAllowed).map(({ id }) => id)).toEqual(admitted.map(({ id }) => id));
    expect(admitted).toHaveLength(5);
  });
});

const nights: [now: string, until: string][] = [
  ["2026-07-01T04:59:59Z", "2026-07-01T05:00:00Z"],
  ["2026-07-01T05:00:00Z", "2026-07-02T05:00:00Z"],
  ["2026-03-08T04:00:00Z", "2026-03-08T06:00:00Z"],
  ["2026-03-08T06:30:00Z", "2026-03-09T05:00:00Z"],
  ["2026-11-01T04:30:00Z", "2026-11-01T05:00:00Z"],
  // It does not wait for the second 01:00 of the long night.
  ["2026-11-01T05:30:00Z", "2026-11-02T06:00:00Z"],
];

test.each(nights)("a sign-in enabled at %s stays enabled until %s and is then blocked again", async (moment, until) => {
  const [boss, agent] = [await aSuperadmin(), await anAgent({ loginBlocked: true })];
  await withFixedTime(moment, () => changeStatus([agent.accountId], { loginBlocked: false }, { by: boss.actor }));
  expect(await withFixedTime(moment, () => of(agent.accountId))).toMatchObject({
    until: new Date(until),
    maySignIn: true,
  });
  expect(await withFixedTime(new Date(Date.parse(until) - 1), () => of(agent.accountId))).toMatchObject({
    maySignIn: true,
  });
  expect(await withFixedTime(until, () => of(agent.accountId))).toMatchObject({ maySignIn: false });
  // A sign-in that was never disabled stays enabled.
  const free = await anAgent();
  expect(await changeStatus([free.accountId], { loginBlocked: false }, { by: boss.actor })).toEqual([]);
});

test("disabling the sign-in ends its enabled night and every session at once [TRUST-16]", async () => {
  const [boss, agent] = [await aSuperadmin(), await anAgent({ loginBlocked: true })];
  await changeStatus([agent.accountId], { loginBlocked: false }, { by: boss.actor });
  await queryRows(sql`
      INSERT INTO sessions (hash, account_id, kind, role, expires_at)
      VALUES ('\\x01', ${agent.accountId}, 'browser', 20, now() + interval '1 hour')`);
  await changeStatus([agent.accountId], { loginBlocked: true }, { by: boss.actor });
  expect(await of(agent.accountId)).toMatchObject({ blocked: true, until: null, maySignIn: false });
  const open = await queryRows(sql`SELECT 1 FROM sessions WHERE account_id = ${agent.accountId} AND ended_at IS NULL`);
  expect(open).toEqual([]);
});
