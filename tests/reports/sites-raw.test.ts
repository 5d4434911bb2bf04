import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { times } from "../world/long";
import { readTransaction, writeTransaction } from "../../server/kernel/database/transactions";
import type { Question } from "../oracle/report";
import { aDatabase } from "../world/database";
import { aHistory, DAYS, FIRST, type History, type Reader, readersOf } from "./a-history";
import { ask } from "./ask";
import { compare, type Kind, kinds } from "./compare";

let world: History;

beforeAll(async () => {
  await (await aDatabase()).enter();
  world = await writeTransaction(aHistory);
});

type Ends = [start: string, end: string];
const dayAfter = (count: number) => new Date(FIRST + count * 86_400_000).toISOString().slice(0, 10);
const ends = fc
  .tuple(fc.nat(DAYS + 4), fc.nat(DAYS + 4))
  .map(([one, other]): Ends => [dayAfter(Math.min(one, other)), dayAfter(Math.max(one, other))]);
const halves = fc.constantFrom<Ends[]>(
  ["2025-10-16", "2025-10-31"],
  ["2025-11-01", "2025-11-15"],
  ["2025-11-16", "2025-11-30"],
  ["2025-11-01", "2025-11-30"],
  ["2025-10-16", "2025-12-10"],
);
const oneHalf = fc.constantFrom<Ends[]>(
  ["2025-10-16", "2025-10-31"],
  ["2025-11-01", "2025-11-15"],
  ["2025-11-16", "2025-11-30"],
  ["2025-12-01", "2025-12-15"],
);
const maybe = <T>(list: () => T[]) =>
  fc.option(fc.nat(50), { nil: undefined, freq: 2 }).map((index) => () => {
    const all = list();
    return index === undefined ? undefined : all[index % all.length];
  });
const criteria = fc.record({
  range: fc.oneof(ends, halves),
  half: oneHalf,
  tier: fc.option(fc.constantFrom(0, 1, 2), { nil: undefined, freq: 2 }),
  groupBy: fc.constantFrom(...(["date", "company", "agent", "detail"] as const)),
  site: maybe(() => world.sites),
  type: maybe(() => world.sites.flatMap(({ types }) => types)),
  office: maybe(() => world.offices),
  agent: maybe(() => world.agents),
  geo: fc.option(fc.constantFrom("US", "DE", "FR", "SE"), { nil: undefined, freq: 2 }),
  ascending: fc.boolean(),
});

test("a superadmin's report equals the raw rows for 50 random criteria [PRICE-05, PERIOD-01, PERIOD-06]", () =>
  everyAnswer("superadmin"));

test("a manager's report equals their office's raw rows for 50 random criteria [ROLE-19, PRICE-06]", () =>
  everyAnswer("manager"));

test("an agent's report equals their raw rows for 50 random criteria [ROLE-21, ROLE-22]", () => everyAnswer("agent"));

test("a superadmin's payrolls and AVP reports equal the raw rows for 60 random criteria [PRICE-07, PRICE-09, PRICE-05]", () =>
  everyAnswer("superadmin", { of: ["payroll", "payrollAvp", "sitesAvp"], runs: 60 }));

test("a manager's AVP report equals their office's raw rows for 20 random criteria [REP-AVP-08, ROLE-19]", () =>
  everyAnswer("manager", { of: ["sitesAvp"], runs: 20 }));

test("an agent's AVP report equals their raw rows for 20 random criteria [REP-AVP-08, ROLE-21]", () =>
  everyAnswer("agent", { of: ["sitesAvp"], runs: 20 }));

test("pages continue each other in the order of any figure, with ties by date and id, including groups without sales [STAT-27]", async () => {
  const range = { start: "2025-10-22", end: "2025-12-02" };
  const figures = ["raws", "uniques", "sales", "bonusSales", "bonusRatio", "lpp", "lppPrev", "earn", "bonusEarn"];
  const paid = ["payout", "bonusPayout", "payoutPhp", "payoutDollars"];
  const asked = [
    ["sites", "detail"] as const,
    ...["detail", "date", "agent"].map((each) => ["payroll", each] as const),
  ];
  for (const [kind, groupBy] of asked) {
    const page = async (number: number, pageSize: number, sort: object) => {
      const given = { groupBy, ...range, page: number, pageSize, ...sort };
      return (await readTransaction(() => ask(kinds[kind].call, world.superadmin, given))).page.items;
    };
    const all = [...(await page(1, 500, { sortField: "raws" })), ...(await page(2, 500, { sortField: "raws" }))];
    const links = world.sites.flatMap(({ types }) => types.map(({ id }) => `${id}`));
    const points = groupBy === "date" ? ["lpp", "lppPrev"] : [];
    for (const sortField of [...figures, ...(kind === "payroll" ? paid : []), ...links]) {
      if (points.includes(sortField)) continue;
      for (const sortAsc of [true, false]) {
        // Dollars are sorted unrounded, so rows that look equal may be in any order.
        const shown = (row: Row) => (sortField === "payoutDollars" ? row[sortField] : keyOf(row));
        const expected = [...all].sort(inOrder(sortField, sortAsc)).map(shown);
        const size = Math.ceil(all.length / 4);
        const [first, last] = [
          await page(1, size, { sortField, sortAsc }),
          await page(4, size, { sortField, sortAsc }),
        ];
        const told = `${kind} by ${groupBy}, ${sortField} ${sortAsc ? "up" : "down"}`;
        expect(first.map(shown), told).toEqual(expected.slice(0, size));
        expect(last.map(shown), told).toEqual(expected.slice(3 * size));
      }
    }
  }
});

test("pages of a Detail by a name or by clicks contain each group once, in order, also of an agent of two offices [STAT-27]", async () => {
  const range = { start: "2025-10-22", end: "2025-12-02" };
  const [office] = world.offices;
  for (const filter of [{}, { geo: "US" }, { typeId: world.sites[0]?.types[0]?.id }, { companyId: office?.id }]) {
    const page = async (number: number, pageSize: number, sort: object) => {
      const given = { groupBy: "detail", ...range, ...filter, page: number, pageSize, ...sort };
      return (await readTransaction(() => ask(kinds.sites.call, world.superadmin, given))).page.items;
    };
    const all = await page(1, 500, { sortField: "date" });
    const size = Math.ceil(all.length / 5);
    expect(all.length).toBeGreaterThan(20);
    for (const sortField of ["agent", "agentFullName", "officeName", "raws", "uniques", "lppPrev"]) {
      for (const sortAsc of [true, false]) {
        const pages = [1, 2, 3, 4, 5, 6].map((number) => page(number, size, { sortField, sortAsc }));
        const expected = [...all].sort(inOrder(sortField, sortAsc)).map(keyOf);
        expect((await Promise.all(pages)).flat().map(keyOf), `${sortField} ${JSON.stringify(filter)}`).toEqual(
          expected,
        );
      }
    }
  }
});

type Row = Awaited<
  ReturnType<typeof ask<typeof kinds.sites.call.input, typeof kinds.sites.call.output>>
>["page"]["items"][0];
const keyOf = ({ date, companyId, agentId }: Row) => `${date} ${agentId ?? companyId}`;

/** The order of names in the database. */
const byName = new Intl.Collator("en", { numeric: true });

/** Unknown figures come last in both directions. */
const inOrder = (field: string, ascending: boolean) => (one: Row, other: Row) => {
  const [a, b] = [one[field] ?? null, other[field] ?? null] as (string | number | null)[];
  const way = ascending ? 1 : -1;
  if ((a === null) !== (b === null)) return a === null ? 1 : -1;
  const order = typeof a === "string" ? byName.compare(a, `${b}`) : Math.sign(Number(a) - Number(b));
  if (order !== 0) return way * order;
  if (one.date !== other.date) return way * ((one.date ?? "") < (other.date ?? "") ? -1 : 1);
  return way * (Number(one.agentId ?? one.companyId) - Number(other.agentId ?? other.companyId));
};

type Runs = { of: Kind[]; runs: number };

async function everyAnswer(role: Reader, { of, runs }: Runs = { of: ["sites"], runs: 50 }): Promise<void> {
  const { actor, sees } = readersOf(world)[role];
  await fc.assert(
    fc.asyncProperty(criteria, fc.constantFrom(...of), async ({ range, half, ascending, ...given }, kind) => {
      const groupBy = allowed(role, given.groupBy);
      const { avp } = kinds[kind];
      const [start, end] = avp ? half : range;
      const site = given.site();
      const asked = {
        ...{ groupBy, start, end, geo: kind === "sites" ? given.geo : undefined, siteId: site?.id },
        tier: avp && role === "superadmin" ? given.tier : undefined,
        typeId: site && site !== world.sites[0] ? undefined : site ? site.types[0]?.id : given.type()?.id,
        companyId: role === "superadmin" ? given.office()?.id : undefined,
        agentId: role === "superadmin" ? given.agent()?.id : undefined,
      };
      await compare(world.raw, actor, { ...asked, sees }, { kind, sortAsc: ascending });
    }),
    { numRuns: times(runs), seed: 2026 },
  );
}

const allowed = (role: string, groupBy: Question["groupBy"]): Question["groupBy"] =>
  role === "superadmin" || groupBy === "date" || (role === "manager" && groupBy === "agent") ? groupBy : "detail";
