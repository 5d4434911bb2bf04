import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { withFixedTime } from "../../../server/kernel/time/now";
import {
  agentSalesExport,
  agentSalesScreen,
  failPayments,
  holdPayments,
  searchAgentSales,
  undoRun,
} from "../../../server/payroll";
import { save } from "../../../server/options";
import { ask, refused, textOf } from "../../reports/ask";
import { type Agent, anAdmin, anAgent, anOffice, aClick, aSale, aSite, type Type } from "../../world/builders";
import { first } from "../../world/first";
import { boss, closed, FIRST, inPayroll, OVER, paid, SECOND, sold, takenBack } from "./world";

const EARLY = "2026-03-05T17:00:00Z";
const LATE = "2026-03-20T17:00:00Z";
const NOW = OVER[SECOND] ?? "";
const states = ["counted", "waiting", "pending", "reversed", "held", "paid"] as const;

const find = (criteria: object = {}, actor = boss) =>
  withFixedTime(NOW, () => ask(searchAgentSales, actor as typeof boss, { pageSize: 500, ...criteria } as never));
const rowOf = async (id: number) => (await find()).items.find((row) => row.id === id);

async function aPendingSale(agent: Agent, type: Type, more: { status?: string; email?: string; at?: string } = {}) {
  const at = more.at ?? EARLY;
  const { id: click } = await aClick({ agent, type, at: new Date(Date.parse(at) - 60_000) });
  await execute(sql`
    INSERT INTO postbacks (receipt, received_at, verdict, reason, site_id, type_id, agent_id, company_id, click_id, event,
      status, params)
    VALUES (${randomUUID()}, ${at}, 'held', 'suspended', ${type.siteId}, ${type.id}, ${agent.id}, ${agent.companyId},
      ${click}, 'sale', ${more.status ?? "approved"}, ${JSON.stringify({ email: more.email })}::jsonb)`);
  return click;
}

test("each sale has one state, its pay, its reason and the day of its payment; the filter by state finds the same rows", () =>
  inPayroll(async () => {
    const plain = first((await aSite()).types);
    const twoSteps = first((await aSite({ useApproveSale: true, types: [{ bonus: true }] })).types);
    const avp = first((await aSite({ avp: true })).types);
    const ann = await anAgent({ username: "ann" });
    const [bob, cat] = [await anAgent({ username: "bob" }), await anAgent({ username: "cat" })];
    const settled = await sold(ann, plain, EARLY);
    const atTier = await sold(ann, avp, EARLY);
    const reversed = await sold(ann, plain, EARLY);
    const [heldBack, failed] = [await sold(bob, plain, EARLY), await sold(cat, plain, EARLY)];
    await takenBack(reversed, "2026-03-07T17:00:00Z");
    await closed(FIRST);
    await withFixedTime("2026-03-16T15:00:00Z", () =>
      ask(holdPayments, boss, { agentIds: [bob.id], reason: "Fraud check" }),
    );
    await paid(FIRST);
    await withFixedTime(LATE, () =>
      ask(failPayments, boss, { id: 1, agentIds: [cat.id], reason: "No such account" } as never),
    );
    const approval = await sold(ann, twoSteps, LATE);
    const approved = await sold(ann, twoSteps, LATE);
    const click = { id: approved.click, geo: "" };
    const bonus = await aSale({ agent: ann, type: twoSteps, at: LATE, event: "bonus", click });
    const open = await sold(ann, plain, LATE);
    const heldNow = await sold(bob, plain, LATE);
    const pending = await aPendingSale(ann, plain, { email: "buyer@example.com" });

    const none = { reason: null, payDate: null, runId: null, reference: null };
    const inFirst = { ...none, periodId: FIRST };
    const inSecond = { ...none, periodId: SECOND };
    expect(await rowOf(settled.id)).toMatchObject({
      ...{ ...inFirst, state: "paid", payout: 500, payDate: "2026-03-16", runId: 1, reference: "R1-1" },
      ...{ agent: "ann", siteId: plain.siteId, typeId: plain.id, clickId: settled.click, eventType: 0 },
    });
    expect(await rowOf(atTier.id)).toMatchObject({ state: "paid", payout: 100 });
    expect(await rowOf(reversed.id)).toMatchObject({ state: "reversed", reason: "On 2026-03-07: chargeback." });
    expect(await rowOf(heldBack.id)).toMatchObject({ ...inFirst, state: "held", payout: 500, reason: "Fraud check" });
    expect(await rowOf(failed.id)).toMatchObject({
      ...{ state: "held", reason: "The payment failed. No such account", payDate: null },
    });
    expect(await rowOf(approval.id)).toMatchObject({ ...inSecond, state: "waiting", payout: 0, reason: WAITS });
    expect(await rowOf(approved.id)).toMatchObject({ state: "counted", payout: 0 });
    expect(await rowOf(bonus.id)).toMatchObject({ state: "counted", eventType: 1, payout: 250 });
    expect(await rowOf(open.id)).toMatchObject({ ...inSecond, state: "counted", payout: 500, payDate: "2026-04-05" });
    expect(await rowOf(heldNow.id)).toMatchObject({ ...inSecond, state: "held", reason: "Fraud check" });

    const all = (await find()).items;
    for (const state of states.filter((one) => one !== "pending")) {
      const ids = all.filter((row) => row.state === state).map(({ id }) => id);
      expect(ids.length, state).toBeGreaterThan(0);
      expect(
        (await find({ state })).items.map(({ id }) => id),
        state,
      ).toEqual(ids);
    }
    expect((await find({ state: "pending" })).items).toMatchObject([
      {
        ...{ ...none, state: "pending", reason: SUSPENDED, payout: null, periodId: null },
        ...{ clickId: pending, customerEmail: "buyer@example.com", agent: "ann", eventType: 0 },
      },
    ]);
    expect(await textOf(agentSalesExport, boss, { state: "pending" })).toContain(",pending,");
    const held = async () => (await withFixedTime(NOW, () => ask(agentSalesScreen, boss, {} as never))).pending;
    expect(await held()).toEqual({ count: 1, first: "2026-03-05", last: "2026-03-05" });
    await aPendingSale(ann, plain, { at: LATE });
    expect(await held()).toEqual({ count: 2, first: "2026-03-05", last: "2026-03-20" });
    await execute(sql`DELETE FROM postbacks WHERE verdict = 'held'`);
    expect(await held()).toBeNull();
  }));
const WAITS = "Waits for the paid sale (Day#2).";
const SUSPENDED = "The link was suspended when it was clicked or when the site reported it.";

test("a reversal, a click that a site reports, and a pending reversal have no rows of their own", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent();
    const sale = await sold(ann, type, EARLY);
    await takenBack(sale, LATE);
    await aSale({ agent: ann, type, at: EARLY, event: "click" });
    await aPendingSale(ann, type, { status: "reversed" });
    expect((await find()).items.map(({ id }) => id)).toEqual([sale.id]);
    expect((await find({ state: "pending" })).total).toBe(0);
  }));

test("an undone run pays nothing, and the run that replaces it does", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent();
    const sale = await sold(ann, type, EARLY);
    await closed(FIRST);
    await paid(FIRST);
    expect((await find({ state: "paid" })).total).toBe(1);
    await withFixedTime(LATE, () => ask(undoRun, boss, { id: 1 } as never));
    expect(await rowOf(sale.id)).toMatchObject({ state: "counted", payDate: "2026-03-20", runId: null });
    expect((await find({ state: "paid" })).total).toBe(0);
    await paid(FIRST, LATE);
    expect(await rowOf(sale.id)).toMatchObject({ state: "paid", payDate: "2026-03-20", reference: "R2-1" });
  }));

test("agents see their own sales without names of others, managers those of their office, admins all", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const [office, other] = [await anOffice({ agents: 2 }), await anOffice({ agents: 1 })];
    const [ann, bob] = office.agents as [Agent, Agent];
    const [cat] = other.agents as [Agent];
    const ids = [];
    for (const agent of [ann, bob, cat]) {
      ids.push((await sold(agent, type, EARLY)).id);
      await aPendingSale(agent, type);
    }
    const seenBy = async (actor: unknown, criteria = {}) =>
      (await find(criteria, actor as typeof boss)).items.map(({ id }) => id).sort((a, b) => a - b);
    expect(await seenBy(ann.actor)).toEqual([ids[0]]);
    expect(await seenBy(office.actor)).toEqual([ids[0], ids[1]]);
    expect(await seenBy((await anAdmin()).actor)).toEqual(ids);
    expect(await seenBy(office.actor, { state: "pending" })).toHaveLength(2);
    const [row] = (await find({}, ann.actor as typeof boss)).items;
    expect(row).not.toHaveProperty("agent");
    expect(row).not.toHaveProperty("officeName");
    expect((await find({}, office.actor as typeof boss)).items[0]).toHaveProperty("agent");
    expect(await seenBy(office.actor, { agentId: bob.id })).toEqual([ids[1]]);
    expect(await refused(searchAgentSales, ann.actor, { agentId: bob.id } as never)).toMatchObject({ status: 422 });
    expect(await refused(searchAgentSales, office.actor, { agentId: cat.id } as never)).toMatchObject({ status: 404 });
    expect(await refused(searchAgentSales, boss, { state: "lost" } as never)).toMatchObject({ status: 422 });
  }));

test("the pay day follows the option, and the export has every state in words", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const sale = await sold(await anAgent({ username: "ann" }), type, EARLY);
    await ask(save, boss, [{ name: "pay_after_days", value: "10" }] as never);
    expect(await rowOf(sale.id)).toMatchObject({ payDate: "2026-03-25" });
    const text = await textOf(agentSalesExport, boss, {} as never);
    expect(text).toContain("Payout,State,Reason,Pay date,Payment");
    expect(text).toMatch(/500\.00,counted,,2026-03-25,/);
  }));
