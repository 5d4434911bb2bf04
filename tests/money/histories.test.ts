import fc from "fast-check";
import { expect, test } from "vitest";
import { rows } from "../../server/kernel/database";
import { sql } from "../../server/kernel/sql";
import { nextDay, periodAround } from "../oracle/days";
import { compare, type Kind } from "../reports/compare";
import { inRollback } from "../world/database";
import { dayAt, type Entry } from "./model";
import { aCompany, play, type World } from "./play";
import { history } from "./steps";

const HISTORIES = process.env.LONG === "on" ? 10_000 : 200;

/** The half-months of a history, oldest first. */
function halves({ books, now }: World): { start: string; end: string }[] {
  const all = [periodAround(books.firstDay, "beWeek")];
  for (let last = all[0]; last && last.end < dayAt(now); last = all.at(-1)) {
    all.push(periodAround(nextDay(last.end), "beWeek"));
  }
  return all;
}

const key = ({ half, agentId, companyId, kind }: Omit<Entry, "php">) => `${half} ${agentId} ${companyId} ${kind}`;

/** Each sum of the ledger under what it is of, in centavos; sums of nothing are as good as none. */
function summed(entries: readonly Entry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const entry of entries) sums.set(key(entry), (sums.get(key(entry)) ?? 0n) + entry.php);
  return new Map([...sums].filter(([, php]) => php !== 0n).sort());
}

async function ledger(): Promise<Entry[]> {
  const found = await rows<Omit<Entry, "php"> & { php: string }>(sql`
    SELECT (to_date((period_id / 10)::text, 'YYYYMM') + CASE period_id % 10 WHEN 1 THEN 0 ELSE 15 END)::text AS half,
      agent_id AS "agentId", company_id AS "companyId", kind, (php * 100)::bigint::text AS php FROM ledger`);
  return found.map((line) => ({ ...line, php: BigInt(line.php) }));
}

const groupBy = fc.constantFrom("date" as const, "company" as const, "agent" as const, "detail" as const);
const questions = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind[]>("sites", "sitesAvp", "payroll", "payroll", "payrollAvp"),
    ...{ groupBy, from: fc.nat(20), to: fc.nat(20), sortAsc: fc.boolean() },
  }),
  { minLength: 3, maxLength: 3 },
);

test("any history of prices, moves, reversals and closings gives the reports and the ledger that paper gives [PRICE-02, LEDGER-01, LEDGER-03, PRICE-09]", async () => {
  await fc.assert(
    fc.asyncProperty(history, questions, ({ start, steps }, asked) =>
      inRollback(async () => {
        const world = await aCompany(start);
        for (const step of steps) await play(world, step);
        expect(summed(await ledger())).toEqual(summed(world.books.entries));
        const all = halves(world);
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
