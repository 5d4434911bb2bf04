import { expect } from "vitest";
import { withFixedTime } from "../../server/kernel/time/now";
import { currentClient, queryRows, execute } from "../../server/kernel/database/transactions";
import { EVENTS } from "../../server/trade/events";
import { sql } from "../../server/kernel/database/sql";
import { AlreadyBooked, book, plan } from "../../server/tracking/sales/booking";
import { type Original, reversalOf, type Sale } from "../../server/tracking/sales/sale";
import { aClick, anAgent, aPrice, aSite } from "../world/builders";
import { onlyRow } from "../world/builders/only-row";
import { first } from "../world/first";
import { test } from "../world/rollback";

type Row = {
  id: number;
  day: string;
  flags: number;
  sign: number;
  lpp: number;
  earning: string;
  payout: string;
  price_source: string;
  company_id: number;
  reverses: number | null;
};
const stored = () =>
  queryRows<Row>(sql`
    SELECT id, day::text, flags, sign, lpp, earning, payout, price_source, company_id, reverses
    FROM sale_events ORDER BY id`);
const measures = () =>
  queryRows<Record<string, unknown>>(sql`
    SELECT day::text, flags, hits, raws, events, sales, bonus_sales, lpp, bonus_lpp, earning, bonus_earning, payout,
      bonus_payout FROM stats_delta WHERE events > 0 ORDER BY seq`);

async function shop(site: Parameters<typeof aSite>[0] = {}) {
  const agent = await anAgent();
  const { types } = await aSite({ types: [{ bonus: true }], ...site });
  const type = first(types);
  const saleAt = async (when: string, more: Partial<Sale> = {}): Promise<Sale> => {
    const click = await aClick({ agent, type, at: when });
    const occurredAt = new Date(when);
    const { id: agentId } = agent;
    const base = { agentId, siteId: type.siteId, typeId: type.id, clickId: click.id, geo: "US" };
    return { ...base, event: EVENTS.sale, occurredAt, receivedAt: occurredAt, ...more };
  };
  return { agent, type, saleAt };
}

async function bookSales(...sales: Sale[]) {
  return book(currentClient(), await plan(currentClient(), sales));
}

async function originalOf(id: number): Promise<Original> {
  const row = await onlyRow<Omit<Original, "price"> & Original["price"]>(sql`
    SELECT id, agent_id AS "agentId", site_id AS "siteId", type_id AS "typeId", company_id AS "companyId", flags, event,
      occurred_at AS "occurredAt", day::text AS day, click_id AS "clickId", geo, email, referer,
      price_source AS source, price_id AS "priceId", payout, earning, lpp
    FROM sale_events WHERE id = ${id}`);
  const { source, priceId, payout, earning, lpp, ...rest } = row;
  return { ...rest, price: { source, priceId, payout, earning, lpp } };
}

const reverse = async (id: number, when: string) => {
  const moment = new Date(when);
  return book(currentClient(), [reversalOf(await originalOf(id), { occurredAt: moment, receivedAt: moment })]);
};

const close = (id: number, start: string, end: string) =>
  execute(sql`
    INSERT INTO pay_periods (id, start_day, end_day, state, closed_at, hash)
    VALUES (${id}, ${start}, ${end}, 'closed', now(), 'x')`);

test("a sale, a bonus and a click are booked with their price and their measures in one statement [PRICE-03]", async () => {
  const { saleAt } = await shop();
  const [sale, bonus, click] = [
    await saleAt("2026-03-02T15:00:00Z"),
    await saleAt("2026-03-02T15:00:01Z", { event: EVENTS.bonus }),
    await saleAt("2026-03-02T15:00:02Z", { event: EVENTS.click }),
  ];
  const booked = await bookSales(sale, bonus, click);
  const events = await stored();
  expect(events.map(({ id }) => id)).toEqual(booked);
  expect(events.map(({ payout, earning, lpp, price_source }) => [payout, earning, lpp, price_source])).toEqual([
    ["500.00", "20.00", 1, "default"],
    ["250.00", "10.00", 2, "default"],
    ["0.00", "0.00", 0, "none"],
  ]);
  const deltas = await measures();
  expect(deltas).toHaveLength(1);
  expect(deltas[0]).toMatchObject({ events: 2, sales: 1, bonus_sales: 1, lpp: 1, bonus_lpp: 2, hits: 0, raws: 0 });
  expect(deltas[0]).toMatchObject({ payout: "500.00", bonus_payout: "250.00", earning: "20.00" });
});

test("an event already booked is not booked again and writes nothing else [POST-08] [POST-09]", async () => {
  const { saleAt } = await shop();
  const first = await saleAt("2026-03-02T15:00:00Z", { txid: "a" });
  const other = await saleAt("2026-03-02T16:00:00Z");
  await bookSales(first, other);
  const bookAgain = async (...sales: Sale[]) => {
    await execute(sql`SAVEPOINT again`);
    await expect(bookSales(...sales)).rejects.toThrow(AlreadyBooked);
    await execute(sql`ROLLBACK TO again`);
  };
  await bookAgain({ ...(await saleAt("2026-03-03T15:00:00Z")), txid: "a" });
  await bookAgain({ ...other, occurredAt: new Date("2026-03-03T15:00:00Z") });
  expect(await stored()).toHaveLength(2);
  await bookSales({ ...other, event: EVENTS.bonus }, { ...other, txid: "b" }, { ...first, event: EVENTS.bonus });
  expect(await stored()).toHaveLength(5);
});

test("a reversal takes back exactly its original's amounts, once, whatever the current prices [POST-10] [PRICE-04]", async () => {
  const { saleAt, type } = await shop();
  const id = first(await bookSales(await saleAt("2026-03-02T15:00:00Z", { txid: "a" })));
  const before = await stored();
  await aPrice({ type, payout: 999, earning: 99, lpp: 9, since: "2026-03-03" });
  await execute(sql`INSERT INTO site_flags VALUES (${type.siteId}, '2026-03-03', true, true)`);
  await reverse(id, "2026-03-09T15:00:00Z");
  const [original, reversal] = await stored();
  expect([original]).toEqual(before);
  expect(reversal).toMatchObject({
    day: "2026-03-09",
    sign: -1,
    lpp: -1,
    earning: "-20.00",
    payout: "-500.00",
    flags: 0,
    price_source: "default",
    company_id: first(before).company_id,
    reverses: id,
  });
  expect((await measures())[1]).toMatchObject({
    events: 1,
    sales: -1,
    lpp: -1,
    earning: "-20.00",
    payout: "-500.00",
  });
  await execute(sql`SAVEPOINT again`);
  // Without a txid it has a key of its own, but the same original.
  await expect(reverse(id, "2026-03-10T15:00:00Z")).rejects.toThrow(AlreadyBooked);
  await execute(sql`ROLLBACK TO again`);
  expect(await stored()).toHaveLength(2);
});

test("an event is booked on the New York day of its own time, in a closed period on that of its receipt, else today [POST-17]", async () => {
  const { saleAt } = await shop();
  await close(2026031, "2026-03-01", "2026-03-15");
  const late = { occurredAt: new Date("2026-03-16T03:59:59Z"), receivedAt: new Date("2026-03-16T05:00:00Z") };
  await bookSales(
    await saleAt("2026-03-16T04:00:00Z"),
    await saleAt("2026-03-16T03:59:59Z", late),
    await saleAt("2026-02-28T12:00:00Z", { receivedAt: new Date("2026-03-10T12:00:00Z") }),
  );
  await withFixedTime("2026-03-20T12:00:00Z", async () =>
    bookSales(await saleAt("2026-03-12T12:00:00Z", { receivedAt: new Date("2026-03-13T12:00:00Z") })),
  );
  expect((await stored()).map(({ day }) => day)).toEqual(["2026-03-16", "2026-03-16", "2026-02-28", "2026-03-20"]);
});

test("a reversal of an event in a closed period is a correction by the frozen pesos [POST-10]", async () => {
  const { saleAt, agent, type } = await shop({ avp: true });
  const sales = await bookSales(
    await saleAt("2026-03-02T15:00:00Z"),
    await saleAt("2026-03-03T15:00:00Z"),
    await saleAt("2026-03-04T15:00:00Z", { event: EVENTS.bonus }),
  );
  await execute(sql`
      INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, each_php, php, usd, agent, office_name)
      VALUES (2026031, ${agent.id}, ${agent.companyId}, 'event', ${type.id}, 'Sale at the AVP tier', 2, 150, 300, 6, 'a', 'o')`);
  await close(2026031, "2026-03-01", "2026-03-15");
  for (const id of sales) await reverse(id, "2026-03-20T15:00:00Z");
  const corrections = (await stored()).filter(({ sign }) => sign === -1);
  expect(corrections.map(({ day, flags, payout, earning }) => [day, flags, payout, earning])).toEqual([
    ["2026-03-20", 5, "-150.00", "-20.00"],
    ["2026-03-20", 5, "-150.00", "-20.00"],
    ["2026-03-20", 5, "-250.00", "-10.00"],
  ]);
  expect((await measures()).filter(({ flags }) => flags === 5)).toHaveLength(3);
});
