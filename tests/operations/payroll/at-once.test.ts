import { beforeEach, expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { currentClient, queryRows, writeTransaction } from "../../../server/kernel/database/transactions";
import { EVENTS } from "../../../server/trade/events";
import type { Operation } from "../../../server/kernel/operation/operation";
import { perform } from "../../../server/kernel/operation/perform";
import { Refusal } from "../../../server/kernel/operation/refusal";
import type { Actor } from "../../../server/kernel/operation/roles";
import { sql } from "../../../server/kernel/database/sql";
import { close, exportRun, failPayments, linesOf, pay, undoRun, writeLine } from "../../../server/payroll";
import { book, plan } from "../../../server/tracking";
import { setAvpPeriods } from "../../../server/types";
import { ask } from "../../reports/ask";
import { type Agent, aClick, anAgent, aSite, aSuperadmin, type Type } from "../../world/builders";
import { aDatabase } from "../../world/database";
import { first } from "../../world/first";
import { FIRST, OVER, SECOND } from "./world";

// Each operation uses its own connection, as with two people.
let boss: Actor;
let agent: Agent;
let type: Type;
const EARLY = "2026-03-05T17:00:00Z";
const read = <T>(statement: ReturnType<typeof sql>) => writeTransaction(() => queryRows<T>(statement));

beforeEach(async () => {
  await (await aDatabase()).enter();
  boss = (await aSuperadmin()).actor;
  agent = await anAgent();
  type = first((await aSite()).types);
});

/** A sale that happens at one moment and is reported at another. */
const sale = async (moment: string, received = moment) => {
  const { id: clickId } = await aClick({ agent, type, at: moment });
  const [occurredAt, receivedAt] = [new Date(moment), new Date(received)];
  const one = {
    agentId: agent.id,
    siteId: type.siteId,
    typeId: type.id,
    clickId,
    event: EVENTS.sale,
    geo: "US",
    occurredAt,
    receivedAt,
  };
  return () =>
    withFixedTime(received, () =>
      writeTransaction(async () => book(currentClient(), await plan(currentClient(), [one]))),
    );
};
const outcome = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (thrown) => {
      if (!(thrown instanceof Refusal)) throw thrown;
      return thrown.message;
    },
  );
function aSignal(): [Promise<void>, () => void] {
  let give = (): void => undefined;
  return [new Promise((done) => (give = done)), () => give()];
}

/** Resolves when an act waits for an advisory lock of a half-month or a lock of the table, or has ended. */
async function waiting(act: Promise<unknown>, lock: "advisory" | "relation" = "advisory"): Promise<void> {
  let isOver = false;
  void act.then(() => (isOver = true));
  const locks = sql`SELECT FROM pg_locks WHERE locktype = ${lock} AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  while (!isOver && (await read(locks)).length === 0);
}

const now = OVER[FIRST]!;
const closing = (id = FIRST) => withFixedTime(OVER[id]!, () => ask(close, boss, { id, phpPerUsd: 50 }));
const once = (operation: Operation, input: Record<string, unknown>, key: string) =>
  withFixedTime(now, () => perform(operation, boss, input, { channel: "call", ip: null, userAgent: "", once: key }));

test("a sale booked while its half-month closes is either frozen with it or booked after it [LEDGER-01] [LEDGER-03]", async () => {
  const late = [];
  for (let i = 0; i < 24; i++) late.push(await sale(EARLY, now));
  await (
    await sale(EARLY)
  )();
  const [before, after] = [late.slice(0, 10), late.slice(10)];
  await Promise.all([...before.map((book) => book()), closing(), ...after.map((book) => book())]);
  const days = await read<{ day: string; count: number }>(
    sql`SELECT day::text, count(*)::int AS count FROM sale_events GROUP BY 1 ORDER BY 1`,
  );
  const [early, received] = [
    days.find(({ day }) => day === "2026-03-05"),
    days.find(({ day }) => day === "2026-03-16"),
  ];
  expect((early?.count ?? 0) + (received?.count ?? 0)).toBe(25);
  const frozen = await writeTransaction(() => linesOf(FIRST, {}));
  expect(frozen.map(({ count, php }) => [count, php])).toEqual([[early?.count, `${(early?.count ?? 0) * 500}.00`]]);
  const open = await writeTransaction(() => linesOf(SECOND, {}));
  expect(open.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(received?.count ?? 0);
});

test("closing a half-month waits for a booking in progress and freezes it [LEDGER-01]", async () => {
  const booking = await sale(EARLY);
  const [isBooked, booked] = aSignal();
  const [mayEnd, end] = aSignal();
  const inside = writeTransaction(async () => {
    await booking();
    booked();
    await mayEnd;
  });
  await isBooked;
  const closed = closing();
  await waiting(closed);
  end();
  await Promise.all([inside, closed]);
  expect(await writeTransaction(() => linesOf(FIRST, {}))).toMatchObject([{ count: 1, php: "500.00" }]);
});

test("of two simultaneous closings of a half-month one succeeds; of two half-months the first one closes [LEDGER-01]", async () => {
  await (
    await sale(EARLY)
  )();
  const twice = await Promise.all([outcome(closing()), outcome(closing())]);
  expect(twice.sort()).toEqual(["This half-month is already closed.", "done"]);
  expect(await read(sql`SELECT kind FROM ledger`)).toEqual([{ kind: "event" }]);
  const both = await Promise.all([outcome(closing(SECOND)), outcome(closing(2026041))]);
  expect(both[0]).toBe("done");
  expect(["done", "Please close 2026-03-16 ~ 2026-03-31 first."]).toContain(both[1]);
});

const paying = (id: number) => withFixedTime(OVER[SECOND]!, () => ask(pay, boss, { id }));
const paidOut = () => read(sql`SELECT sum(php) AS php FROM ledger WHERE kind = 'payment'`);
async function twoClosed(): Promise<void> {
  await (
    await sale(EARLY)
  )();
  await (
    await sale("2026-03-20T17:00:00Z")
  )();
  await closing();
  await closing(SECOND);
}

test("two simultaneous payments pay once, for one half-month and for two [LEDGER-01]", async () => {
  await twoClosed();
  const outcomes = [FIRST, FIRST, SECOND].map((id) => outcome(paying(id)));
  const later = await outcomes[2];
  expect((await Promise.all(outcomes.slice(0, 2))).sort()).toEqual(["This half-month is already paid.", "done"]);
  expect(["done", "Pay 2026-03-01 ~ 2026-03-15 first."]).toContain(later);
  if (later !== "done") await paying(SECOND);
  expect(await paidOut()).toEqual([{ php: "-1000.00" }]);
});

test("a run that is undone and exported at once is either undone or exported, and two undo it once [LEDGER-01]", async () => {
  await twoClosed();
  await paying(FIRST);
  const during = (operation: Operation) => outcome(withFixedTime(OVER[SECOND]!, () => ask(operation, boss, { id: 1 })));
  const outcomes = await Promise.all([during(undoRun), during(exportRun), during(undoRun)]);
  expect(outcomes.filter((told) => told === "done")).toHaveLength(1);
  const [run] = await read<{ both: boolean; undone: boolean }>(
    sql`SELECT exported_at IS NOT NULL AND undone_at IS NOT NULL AS both, undone_at IS NOT NULL AS undone FROM payment_runs`,
  );
  expect(run?.both).toBe(false);
  expect(await paidOut()).toEqual([{ php: run?.undone ? "0.00" : "-500.00" }]);
});

test("payments marked as failed twice at once return to the balance once [LEDGER-01]", async () => {
  await twoClosed();
  await paying(FIRST);
  const failing = () =>
    outcome(
      withFixedTime(OVER[SECOND]!, () => ask(failPayments, boss, { id: 1, agentIds: [agent.id], reason: "Returned" })),
    );
  const outcomes = await Promise.all([failing(), failing()]);
  expect(outcomes.sort()).toEqual(["Payment R1-1 is already marked as failed.", "done"]);
  expect(await paidOut()).toEqual([{ php: "0.00" }]);
});

test.each([
  ["is made", true, "done", "-1000.00"],
  ["is refused if that one is rolled back", false, "Pay 2026-03-01 ~ 2026-03-15 first.", null],
])(
  "a payment waits for the payment of the half-month before it and then %s, so that none overtakes another [LEDGER-01]",
  async (_what, isKept, told, php) => {
    await twoClosed();
    const [isPaid, paid] = aSignal();
    const [mayEnd, end] = aSignal();
    const earlier = writeTransaction(async () => {
      await paying(FIRST);
      paid();
      await mayEnd;
      if (!isKept) throw new Error("undone");
    }).catch(() => undefined);
    await isPaid;
    const later = outcome(paying(SECOND));
    await waiting(later, "relation");
    end();
    await earlier;
    expect(await later).toBe(told);
    expect(await paidOut()).toEqual([{ php }]);
  },
);

test("a line written while its half-month closes is either part of it or refused [LEDGER-04]", async () => {
  await (
    await sale(EARLY)
  )();
  const line = { periodId: FIRST, agentId: agent.id, kind: "advance", php: 1, reason: "needed" };
  const writes = Array.from({ length: 6 }, () => outcome(withFixedTime(now, () => ask(writeLine, boss, line))));
  const outcomes = await Promise.all([...writes, outcome(closing())]);
  const refusal = "This half-month is closed. Please choose one that is open.";
  expect(outcomes.filter((told) => told !== refusal && told !== "done")).toEqual([]);
  const [written] = await read<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM ledger WHERE kind = 'advance'`,
  );
  expect(written?.count).toBe(outcomes.filter((told) => told === "done").length - 1);
});

test("a line waits for a closing in progress and is refused after it [LEDGER-04]", async () => {
  await (
    await sale(EARLY)
  )();
  const [isClosed, closed] = aSignal();
  const [mayEnd, end] = aSignal();
  const inside = writeTransaction(async () => {
    await closing();
    closed();
    await mayEnd;
  });
  await isClosed;
  const line = { periodId: FIRST, agentId: agent.id, kind: "advance", php: 1, reason: "needed" };
  const written = outcome(withFixedTime(now, () => ask(writeLine, boss, line)));
  await waiting(written);
  end();
  await inside;
  expect(await written).toBe("This half-month is closed. Please choose one that is open.");
});

test("tiers changed while their half-month closes either apply to it or are refused [LEDGER-02]", async () => {
  const site = await aSite({ avp: true });
  type = first(site.types);
  await (
    await sale(EARLY)
  )();
  const tiers = (payoutPhp: number) =>
    withFixedTime(now, () =>
      ask(setAvpPeriods, boss, { periods: [{ from: 0, payoutPhp, payoutDollars: 1 }], validFrom: "2026-03-01" }),
    );
  await tiers(10);
  const [told] = await Promise.all([outcome(tiers(20)), closing()]);
  const [line] = await writeTransaction(() => linesOf(FIRST, {}));
  const [tier] = await read<{ php: string }>(sql`SELECT payout_php AS php FROM avp_tiers`);
  expect(line?.php).toBe(tier?.php);
  expect(line?.php).toBe(told === "done" ? "20.00" : "10.00");
});

test("sending a form twice writes, closes and pays once, with the same answer [LEDGER-04]", async () => {
  await (
    await sale(EARLY)
  )();
  const line = { periodId: FIRST, agentId: agent.id, kind: "penalty", php: 5, reason: "late" };
  for (const [operation, input] of [
    [writeLine, line],
    [close, { id: FIRST, phpPerUsd: 50 }],
    [pay, { id: FIRST }],
  ] as [Operation, object][]) {
    const key = `form-${operation.name}`;
    const sent = () => once(operation, input as Record<string, unknown>, key);
    const [one, two] = await Promise.all([sent(), sent()]);
    expect(two).toEqual(one);
    expect(await sent()).toEqual(one);
  }
  const kinds = await read<{ kind: string }>(sql`SELECT kind FROM ledger ORDER BY id`);
  expect(kinds.map(({ kind }) => kind)).toEqual(["penalty", "event", "payment"]);
});
