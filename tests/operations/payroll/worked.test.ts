import { expect, test } from "vitest";
import { linesOf, readTotalUpTo } from "../../../server/payroll";
import { aClick, anAgent, anOffice, aPrice, aSite } from "../../world/builders";
import { first } from "../../world/first";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { closed, FIRST, inPayroll, ledgerOf, moved, paid, report, SECOND, sold, soldOften, takenBack } from "./world";

/** The worked examples of the contract, by name. */

const [EARLY, LATE] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];
const pesosOf = async (period: number, whose: object) =>
  (await linesOf(period, whose)).map(({ kind, count, php }) => [kind, count, php]);

test("half-month 1, ten AVP sales at tier 10–24: closed and paid at ₱1,500 [LEDGER-01] [PRICE-07]", () =>
  inPayroll(async () => {
    const [agent, type] = [await anAgent(), first((await aSite({ avp: true })).types)];
    await soldOften(10, agent, type, EARLY);
    await closed(FIRST);
    expect(await pesosOf(FIRST, { agentId: agent.id })).toEqual([["event", 10, "1500.00"]]);
    expect(await paid(FIRST)).toMatchObject({ state: "paid" });
    const [, payment] = await ledgerOf(agent);
    expect(payment).toMatchObject({ kind: "payment", php: "-1500.00", usd: "-24.00", period: SECOND, settles: FIRST });
  }));

test("half-month 2, ten AVP sales and one of half-month 1 reversed: the tier counts ten, ₱1,500 − ₱150 = ₱1,350 [LEDGER-03] [PRICE-07]", () =>
  inPayroll(async () => {
    const [agent, type] = [await anAgent(), first((await aSite({ avp: true })).types)];
    const [one] = await soldOften(10, agent, type, EARLY);
    await closed(FIRST);
    await paid(FIRST);
    await soldOften(10, agent, type, LATE);
    if (one) await takenBack(one, LATE);
    const whose = { agentId: agent.id };
    const lines = [
      ["event", 10, "1500.00"],
      ["correction", -1, "-150.00"],
    ];
    expect((await pesosOf(SECOND, whose)).slice(0, 2)).toEqual(lines);
    await closed(SECOND);
    expect((await pesosOf(SECOND, whose)).slice(0, 2)).toEqual(lines);
    expect(await readTotalUpTo(SECOND, whose)).toMatchObject({ php: "1350.00" });
    await paid(SECOND);
    expect((await ledgerOf(agent)).at(-1)).toMatchObject({ kind: "payment", php: "-1350.00", settles: SECOND });
  }));

test("a move within a half-month, 6 AVP sales in office A and 5 in B at tier 10–24: A pays ₱900, B ₱750 [PRICE-06] [PRICE-07]", () =>
  inPayroll(async () => {
    const [a, b] = [await anOffice(), await anOffice()];
    const agent = await anAgent({ office: a });
    const type = first((await aSite({ avp: true })).types);
    await soldOften(6, agent, type, EARLY);
    const there = await moved(agent, b, "2026-03-08T17:00:00Z");
    await soldOften(5, there, type, "2026-03-09T17:00:00Z");
    for (const close of [async () => undefined, () => closed(FIRST)]) {
      await close();
      expect(await pesosOf(FIRST, { companyId: a.id })).toEqual([["event", 6, "900.00"]]);
      expect(await pesosOf(FIRST, { companyId: b.id })).toEqual([["event", 5, "750.00"]]);
    }
    await paid(FIRST);
    const payments = (await ledgerOf(agent)).filter(({ kind }) => kind === "payment");
    expect(payments.map(({ company, php }) => [company, php])).toEqual([
      [a.id, "-900.00"],
      [b.id, "-750.00"],
    ]);
  }));

test("a sale received on the 10th at ₱500 and pending, the price ₱400 from the 14th, replayed on the 20th: ₱500 [PRICE-03] [LEDGER-03]", () =>
  inPayroll(async () => {
    const [agent, type] = [await anAgent(), first((await aSite()).types)];
    const { id: clickid } = await aClick({ agent, type, at: "2026-03-10T15:00:00Z" });
    await aPrice({ type, payout: 400, since: "2026-03-14T05:00:00Z" });
    await sold(agent, type, "2026-03-15T17:00:00Z");
    await closed(FIRST);
    const params = { clickid, event: "sale" };
    await report(type.siteId, params, "2026-03-10T16:00:00Z", "2026-03-20T17:00:00Z");
    expect(await queryRows(sql`SELECT day::text, payout FROM sale_events WHERE click_id = ${clickid}`)).toEqual([
      { day: "2026-03-20", payout: "500.00" },
    ]);
    expect(await pesosOf(FIRST, { agentId: agent.id })).toEqual([["event", 1, "400.00"]]);
    expect(await pesosOf(SECOND, { agentId: agent.id })).toEqual([["event", 1, "500.00"]]);
  }));
