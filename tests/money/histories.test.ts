import fc from "fast-check";
import { expect, test } from "vitest";
import { formatFinding } from "../../server/invariants";
import { paymentRuns } from "../../server/invariants/payment-runs";
import { payroll } from "../../server/invariants/payroll";
import { withFixedTime } from "../../server/kernel/time/now";
import { queryRows } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { type Amount, paidBy, paidOut } from "../oracle/payments";
import { compare, type Kind } from "../reports/compare";
import { inRollback } from "../world/database";
import type { Entry } from "./model";
import { aCompany, play, type World } from "./play";
import { history } from "./steps";

const HISTORIES = process.env.LONG === "on" ? 10_000 : 200;

const key = ({ half, agentId, companyId, kind }: Omit<Entry, "php">) => `${half} ${agentId} ${companyId} ${kind}`;

/** The sums of the ledger in centavos by their key; zero sums are left out. */
function summed(entries: readonly Entry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const entry of entries) sums.set(key(entry), (sums.get(key(entry)) ?? 0n) + entry.php);
  return new Map([...sums].filter(([, php]) => php !== 0n).sort());
}

async function ledger(): Promise<Entry[]> {
  const found = await queryRows<Omit<Entry, "php"> & { php: string }>(sql`
    SELECT (to_date((period_id / 10)::text, 'YYYYMM') + CASE period_id % 10 WHEN 1 THEN 0 ELSE 15 END)::text AS half,
      agent_id AS "agentId", company_id AS "companyId", kind, (php * 100)::bigint::text AS php FROM ledger`);
  return found.map((line) => ({ ...line, php: BigInt(line.php) }));
}

/** Stored payments, each with the half-month that it settles. */
async function payments(): Promise<Amount[]> {
  const found = await queryRows<Omit<Amount, "php"> & { php: string }>(sql`
    SELECT start_day::text AS half, agent_id AS "agentId", company_id AS "companyId", (php * 100)::bigint::text AS php
    FROM ledger JOIN pay_periods p ON p.id = settles WHERE kind = 'payment'`);
  return found.map((line) => ({ ...line, php: BigInt(line.php) }));
}

/** Payments that fail or are held back are made later, which a formula without the order of payments cannot know. */
async function expectPaidAsEarned({ books }: World): Promise<void> {
  if (books.leftOut || books.runs.some(({ failed }) => failed.size > 0)) return;
  const earned = books.entries.filter(({ kind }) => kind !== "payment");
  expect(paidBy(await payments())).toEqual(paidOut(earned, [...books.paid]));
}

/** The integrity check's findings about pay periods and the ledger. */
const findings = ({ now }: World): Promise<string[]> =>
  withFixedTime(new Date(now), async () => {
    const found: string[] = [];
    for (const check of [...payroll, ...paymentRuns]) found.push(...(await check([])).map(formatFinding));
    return found;
  });

const groupBy = fc.constantFrom("date" as const, "company" as const, "agent" as const, "detail" as const);
const questions = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind[]>("sites", "sitesAvp", "payroll", "payroll", "payrollAvp"),
    ...{ groupBy, from: fc.nat(20), to: fc.nat(20), sortAsc: fc.boolean() },
  }),
  { minLength: 3, maxLength: 3 },
);

test("for any history of prices, moves, reversals, closings, payments, holds, undone runs and failed payments, in legal and illegal orders, reports, ledger and payments equal the books kept on paper, without findings [PRICE-02, LEDGER-01, LEDGER-03, PRICE-09, TRUST-11]", async () => {
  await fc.assert(
    fc.asyncProperty(history, questions, ({ start, steps }, asked) =>
      inRollback(async () => {
        const world = await aCompany(start);
        for (const step of steps) {
          await play(world, step);
          if (step[1].does === "pay") await expectPaidAsEarned(world);
        }
        expect(summed(await ledger())).toEqual(summed(world.books.entries));
        await expectPaidAsEarned(world);
        expect(await findings(world)).toEqual([]);
        const all = world.books.halves(world.now);
        for (const { kind, from, to, ...how } of asked) {
          const one = kind.endsWith("Avp") ? from % all.length : Math.min(from, to) % all.length;
          const other = kind.endsWith("Avp") ? one : Math.max(one, Math.max(from, to) % all.length);
          const range = { start: all[one]?.start ?? "", end: all[other]?.end ?? "" };
          await compare(
            world.books.raw(),
            world.boss,
            { ...range, groupBy: how.groupBy },
            { kind, sortAsc: how.sortAsc },
          );
        }
      }),
    ),
    { numRuns: HISTORIES },
  );
}, 3_600_000);
