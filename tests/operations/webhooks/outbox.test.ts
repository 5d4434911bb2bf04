import { describe, expect, it } from "vitest";
import { OfficeSite, WebhookDelivery } from "~models";
import { approve } from "../../../server/approvals";
import { create, setStatus } from "../../../server/agents";
import { currentClient, writeTransaction } from "../../../server/kernel/database/transactions";
import { EVENTS } from "../../../server/trade/events";
import { withFixedTime } from "../../../server/kernel/time/now";
import { setStatus as setOfficeStatus } from "../../../server/offices";
import { pay } from "../../../server/payroll";
import { book, plan, reversalOf, type Booking } from "../../../server/tracking";
import { record } from "../../../server/tracking/postbacks/record";
import { setPrice, withdrawPrice } from "../../../server/types";
import { announceBegunPrices } from "../../../server/webhooks";
import { ask } from "../../reports/ask";
import { aClick, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { db } from "../../world/db";
import { first } from "../../world/first";
import { test } from "../../world/rollback";
import { fields } from "../agents/world";
import { boss, closed, FIRST, inPayroll } from "../payroll/world";
import { anEndpoint, namesOf, waitingFor } from "./world";

/** Two offices, each with an endpoint and an agent, an endpoint of the network, and a link. */
async function aCompany() {
  const [alpha, beta] = [await anOffice(), await anOffice()];
  const [agent, other] = [await anAgent({ office: alpha }), await anAgent({ office: beta })];
  const type = first((await aSite({ types: [{ bonus: true }] })).types);
  const network = await anEndpoint();
  const [ofAlpha, ofBeta] = [await anEndpoint({ companyId: alpha.id }), await anEndpoint({ companyId: beta.id })];
  return { boss: (await aSuperadmin()).actor, alpha, beta, agent, other, type, network, ofAlpha, ofBeta };
}
type Company = Awaited<ReturnType<typeof aCompany>>;

const enableFor = async ({ type, ...company }: Company, ...names: ("alpha" | "beta")[]): Promise<void> => {
  const rows = names.map((name) => ({ companyId: company[name].id, siteId: type.siteId }));
  await writeTransaction(() => OfficeSite.bulkCreate(rows));
};

async function aBooking({ agent, type }: Pick<Company, "agent" | "type">, txid: string): Promise<Booking> {
  const at = new Date(Date.now() - 60_000);
  const { id: clickId } = await aClick({ agent, type: type as never, at });
  const base = { agentId: agent.id, siteId: type.siteId, typeId: type.id, clickId, geo: "US", txid };
  return first(await plan(currentClient(), [{ ...base, event: EVENTS.sale, occurredAt: at, receivedAt: at }]));
}

describe("sales", () => {
  test("a sale and its reversal reach the network and the agent's office, with earnings for the network only", async () => {
    const company = await aCompany();
    const booking = await aBooking(company, "order-1");
    const [id] = await book(currentClient(), [booking]);
    const { companyId, flags, price, occurredAt, receivedAt } = booking;
    const original = { ...booking, id: id!, companyId, flags, price, day: "2026-11-20", referer: null, email: null };
    await book(currentClient(), [reversalOf(original as never, { occurredAt, receivedAt, txid: "order-1" })]);
    const [sale, reversal] = await waitingFor(company.network);
    expect([sale?.event, reversal?.event]).toEqual(["sale.accepted", "sale.reversed"]);
    expect(sale?.data).toMatchObject({ saleId: id, event: "sale", txid: "order-1", agentId: company.agent.id });
    expect(sale?.data).toHaveProperty("earning", price.earning);
    // All times of all events have one format, and an unknown country is null.
    expect(sale?.data).toMatchObject({ occurredAt: occurredAt.toISOString(), receivedAt: receivedAt.toISOString() });
    expect(sale?.data).toHaveProperty("geo", "US");
    const elsewhere = await aBooking(company, "order-2");
    await book(currentClient(), [{ ...elsewhere, geo: "" }]);
    expect((await waitingFor(company.network)).at(-1)?.data).toHaveProperty("geo", null);
    expect(reversal?.data).toMatchObject({ reverses: id, payout: `-${price.payout}` });
    const ofOffice = await waitingFor(company.ofAlpha);
    expect(namesOf(ofOffice)).toEqual(["sale.accepted", "sale.reversed", "sale.accepted"]);
    for (const { data } of ofOffice) expect(Object.keys(data)).not.toEqual(expect.arrayContaining(["earning"]));
    for (const { data } of ofOffice) expect(data).not.toHaveProperty("lpp");
    expect(await waitingFor(company.ofBeta)).toEqual([]);
  });

  test("events of sales name people, site and link, and have sub IDs, amount and currency [HOOK-04]", async () => {
    const company = await aCompany();
    const booking = { ...(await aBooking(company, "order-1")), amount: "49.90", currency: "USD" };
    await db.run`UPDATE clicks SET subs = '{"sub2": "b"}' WHERE id = ${booking.clickId}::uuid`;
    await book(currentClient(), [booking]);
    const { agent, type } = company;
    for (const endpoint of [company.network, company.ofAlpha]) {
      const { data } = first(await waitingFor(endpoint));
      expect(data).toMatchObject({ amount: "49.90", currency: "USD", agent: agent.actor.username });
      expect(data).toMatchObject({
        sitename: expect.stringContaining("Site"),
        typename: type.typename,
        subs: { sub2: "b" },
      });
    }
  });

  test("an agent's endpoint receives their own sales without earnings, wherever they are booked [HOOK-06]", async () => {
    const company = await aCompany();
    const { agent, other, beta } = company;
    const own = await anEndpoint({ agentId: agent.id, companyId: beta.id, format: "postback" });
    await book(currentClient(), [
      await aBooking(company, "mine"),
      await aBooking({ ...company, agent: other }, "theirs"),
    ]);
    const received = await waitingFor(own);
    expect(received.map(({ data }) => data.txid)).toEqual(["mine"]);
    for (const { data } of received) expect(data).not.toHaveProperty("earning");
    expect((await waitingFor(company.ofBeta)).map(({ data }) => data.txid)).toEqual(["theirs"]);
  });

  test("a sale that is rolled back, and one that no endpoint chose, are not announced", async () => {
    const company = await aCompany();
    await anEndpoint({ events: ["agent.created"] });
    await anEndpoint({ enabled: false });
    const undone = new Error("undone");
    const attempt = writeTransaction(async () => {
      await book(currentClient(), [await aBooking(company, "order-1")]);
      const announced = await WebhookDelivery.findAll({ order: ["id"] });
      expect(announced.map(({ endpointId }) => endpointId)).toEqual([company.network.id, company.ofAlpha.id]);
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
    expect(await waitingFor(company.network)).toEqual([]);
  });

  test("a site's own report of a click is not announced", async () => {
    const company = await aCompany();
    await book(currentClient(), [{ ...(await aBooking(company, "click")), event: EVENTS.click }]);
    expect(await waitingFor(company.network)).toEqual([]);
  });

  test("a pending sale is announced once, however often its request is stored", async () => {
    const { network, ofAlpha, agent, alpha, type } = await aCompany();
    const receivedAt = new Date();
    const request = { receipt: "018f3f6e-0000-7000-8000-00000000000a", receivedAt, ip: null, params: {} };
    const owner = { agentId: agent.id, companyId: alpha.id, typeId: type.id };
    const postback = { event: EVENTS.sale, txid: "order-9", status: "approved" };
    const outcome = { verdict: "held", reason: "too_late", siteId: type.siteId, owner, postback } as never;
    const named = { event: "sale", status: "approved", txid: "order-9", reason: "too_late", agentId: agent.id };
    for (let i = 0; i < 2; i++) {
      await record(currentClient(), request, outcome);
      expect(await waitingFor(network)).toMatchObject([{ event: "sale.pending", data: named }]);
    }
    expect(namesOf(await waitingFor(ofAlpha))).toEqual(["sale.pending"]);
  });
});

describe("people, half-months and prices", () => {
  test("a new agent, the approval and the suspension reach the agent's office and the network", async () => {
    const { boss, alpha, beta, network, ofAlpha, ofBeta } = await aCompany();
    const { id } = await ask(create, alpha.actor, fields({ username: "nora" }));
    await ask(approve, boss, { ids: [id] });
    await ask(approve, boss, { ids: [id] });
    await ask(setStatus, boss, { ids: [id], active: false, reason: "Left." });
    const expected = ["agent.created", "agent.approved", "agent.suspended"];
    const [created, , suspended] = await waitingFor(ofAlpha);
    expect(namesOf(await waitingFor(ofAlpha))).toEqual(expected);
    expect(namesOf(await waitingFor(network))).toEqual(expected);
    expect(await waitingFor(ofBeta)).toEqual([]);
    expect(created?.data).toMatchObject({ agentId: id, companyId: alpha.id, username: "nora", firstName: "Nora" });
    expect(suspended?.data).toMatchObject({ agentId: id, reason: "Left." });
    await ask(setOfficeStatus, boss, { ids: [beta.id], active: false });
    expect(namesOf(await waitingFor(ofBeta))).toEqual(["agent.suspended"]);
  });

  it("closing and paying a half-month reach every office, the sums only the network", () =>
    inPayroll(() =>
      withFixedTime("2026-04-02T16:00:00Z", async () => {
        const [agent, { types }] = [await anAgent(), await aSite({})];
        await aClick({ agent, type: first(types), at: "2026-03-05T17:00:00Z" });
        const [network, office] = [await anEndpoint(), await anEndpoint({ companyId: agent.companyId })];
        await closed(FIRST, 56.25);
        await ask(pay, boss, { id: FIRST });
        for (const one of [network, office]) {
          expect(namesOf(await waitingFor(one))).toEqual(["period.closed", "period.paid"]);
        }
        expect((await waitingFor(office)).map(({ data }) => data)).toEqual([
          { periodId: FIRST, phpPerUsd: 56.25 },
          { periodId: FIRST },
        ]);
        expect(first(await waitingFor(network)).data).toMatchObject({ periodId: FIRST, phpPerUsd: 56.25, php: "0" });
      }),
    ));

  const payouts = async (endpoint: { id: number }) =>
    (await waitingFor(endpoint)).map(({ data }) => [data.payout, data.withdrawn]);

  test("a price of one office is for that office, the usual price for all", async () => {
    const company = await aCompany();
    const { boss, alpha, type, network, ofAlpha, ofBeta } = company;
    await enableFor(company, "alpha", "beta");
    await ask(setPrice, boss, { id: type.id, payout: 77 });
    await ask(setPrice, boss, { id: type.id, companyId: alpha.id, payout: 88, earning: 99 });
    expect(await payouts(ofBeta)).toEqual([["77.00", false]]);
    expect(await payouts(ofAlpha)).toEqual([
      ["77.00", false],
      ["88.00", false],
    ]);
    const [, own] = await waitingFor(network);
    expect(own?.data).toMatchObject({ typeId: type.id, companyId: alpha.id, earning: "99.00" });
    for (const { data } of await waitingFor(ofAlpha)) expect(data).not.toHaveProperty("earning");
  });

  test("no office receives the prices of a site that is not enabled for it, not even its own", async () => {
    const company = await aCompany();
    const { boss, beta, type, network, ofAlpha, ofBeta } = company;
    await enableFor(company, "alpha");
    await ask(setPrice, boss, { id: type.id, payout: 77 });
    await ask(setPrice, boss, { id: type.id, geo: "DE", payout: 78, earning: 1 });
    await ask(setPrice, boss, { id: type.id, companyId: beta.id, payout: 88 });
    expect(await payouts(ofAlpha)).toHaveLength(2);
    expect(await payouts(ofBeta)).toEqual([]);
    expect(await payouts(network)).toHaveLength(3);
  });

  test("an office receives a planned price once, when it begins, and never a withdrawn one", async () => {
    const company = await aCompany();
    const { boss, type, network, ofAlpha } = company;
    await enableFor(company, "alpha");
    const plan = (payout: number, from: string) => ask(setPrice, boss, { id: type.id, payout, from });
    await withFixedTime("2027-03-05T17:00:00Z", async () => {
      await plan(90, "2027-04-01");
      const { priceId } = await plan(95, "2027-03-16");
      await ask(withdrawPrice, boss, { id: type.id, priceId });
      await plan(91, "2027-03-16");
      expect(await announceBegunPrices()).toBe(0);
    });
    expect(await payouts(ofAlpha)).toEqual([]);
    // The network receives plans as they are made, changed and withdrawn.
    const planned = await payouts(network);
    expect(planned).toContainEqual(["95.00", true]);
    await withFixedTime("2027-03-16T04:00:01Z", async () => {
      expect(await announceBegunPrices()).toBe(1);
      expect(await announceBegunPrices()).toBe(0);
    });
    expect(await payouts(ofAlpha)).toEqual([["91.00", false]]);
    expect((await payouts(network)).slice(planned.length)).toEqual([["91.00", false]]);
    // One that has begun precedes a change after it.
    await withFixedTime("2027-04-02T17:00:00Z", () => ask(setPrice, boss, { id: type.id, payout: 99 }));
    expect(await payouts(ofAlpha)).toEqual([
      ["91.00", false],
      ["90.00", false],
      ["99.00", false],
    ]);
  });

  it("two servers announce a begun price once", async () => {
    const company = await aCompany();
    await enableFor(company, "alpha");
    await withFixedTime("2027-03-05T17:00:00Z", () =>
      ask(setPrice, company.boss, { id: company.type.id, payout: 91, from: "2027-03-16" }),
    );
    const counts = await withFixedTime("2027-03-17T17:00:00Z", () =>
      Promise.all([announceBegunPrices(), announceBegunPrices(), announceBegunPrices()]),
    );
    expect(counts.toSorted()).toEqual([0, 0, 1]);
    expect(await payouts(company.ofAlpha)).toEqual([["91.00", false]]);
  });
});
