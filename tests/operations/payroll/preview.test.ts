import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import {
  findPaymentRun,
  holdPayments,
  payPreview,
  payPreviewExport,
  releasePayments,
  writeLine,
} from "../../../server/payroll";
import { ask, refused, textOf } from "../../reports/ask";
import { type Agent, anAgent, anOffice, aSite } from "../../world/builders";
import { first } from "../../world/first";
import { auditOf } from "../offices/world";
import { aBoss, boss, closed, FIRST, inPayroll, ledgerOf, moved, OVER, paid, SECOND, sold } from "./world";

const [EARLY, LATE] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];
const at = <T>(body: () => Promise<T>, moment = OVER[SECOND] ?? "") => withFixedTime(moment, body);
const shown = (id: number, more = {}) => at(() => ask(payPreview, boss, { id, ...more }));

/** Ann sells ₱500 in each half-month and gets an advance of ₱120 in the second; bob sells ₱500 in the second. */
async function twoHalves(): Promise<{ ann: Agent; bob: Agent }> {
  const type = first((await aSite()).types);
  const ann = await anAgent({ username: "ann", office: await anOffice({ officeName: "North" }) });
  const bob = await anAgent({ username: "bob", office: await anOffice({ officeName: "South" }) });
  await sold(ann, type, EARLY);
  await closed(FIRST);
  for (const agent of [ann, bob]) await sold(agent, type, LATE);
  const superadmin = await aBoss();
  const advance = { periodId: SECOND, agentId: ann.id, kind: "advance", php: 120, reason: "Rent" };
  await at(() => ask(writeLine, superadmin, advance), LATE);
  return { ann, bob };
}

test("the list before paying splits each balance into opening, this half-month and other lines that add up, with sums by office", () =>
  inPayroll(async () => {
    const { ann } = await twoHalves();
    await at(() => ask(holdPayments, boss, { agentIds: [ann.id], reason: "Fraud check" }));
    await paid(FIRST, OVER[SECOND]);
    await at(() => ask(releasePayments, boss, { agentIds: [ann.id] }));
    await closed(SECOND);
    const { impossible, items, due, sums, offices } = await shown(SECOND);
    expect(impossible).toBeNull();
    expect(
      items.map(({ agent, officeName, opening, earned, others, balance, php }) => [
        agent,
        officeName,
        opening,
        earned,
        others,
        balance,
        php,
      ]),
    ).toEqual([
      ["ann", "North", 500, 500, -120, 880, 880],
      ["bob", "South", 0, 500, 0, 500, 500],
    ]);
    expect(due).toMatchObject({ php: 1380, accounts: 2, payable: 2, carriedPhp: 500, heldPhp: 0 });
    expect(sums).toEqual(due);
    expect(offices.map(({ officeName, php }) => [officeName, php])).toEqual([
      ["North", 880],
      ["South", 500],
    ]);
    expect((await shown(SECOND, { search: "nor" })).sums).toMatchObject({ accounts: 1, php: 880 });
    await paid(SECOND);
    const { run } = await ask(findPaymentRun, boss, { id: 2 });
    expect([run.php, run.accounts]).toEqual([1380, 2]);
  }));

test("an agent who is held back is left out of the run with their balance, is listed with the reason, and is paid once released", () =>
  inPayroll(async () => {
    const { ann, bob } = await twoHalves();
    await at(() => ask(holdPayments, boss, { agentIds: [ann.id], reason: "Fraud check" }));
    const { items, due } = await shown(FIRST);
    expect(items).toMatchObject([
      { agent: "ann", balance: 500, php: 0, usd: 0, hold: { reason: "Fraud check", by: null } },
    ]);
    expect(due).toMatchObject({ php: 0, payable: 0, heldPhp: 500 });
    for (const [show, count] of [
      ["held", 1],
      ["unpaid", 1],
      ["paid", 0],
    ] as const)
      expect((await shown(FIRST, { show })).total).toBe(count);
    expect((await at(() => textOf(payPreviewExport, boss, { id: FIRST }))).split("\n")).toEqual([
      "Agent,Office,Opening,This half-month,Corrections and advances,Balance,To pay,Carried over,Dollars,Held back,Payout method,Payout details changed,Payout details shared with,New payout details from",
      "ann,North,0.00,500.00,0.00,500.00,0.00,500.00,0.00,Fraud check,,,,",
      "",
    ]);
    await paid(FIRST, OVER[SECOND]);
    expect((await ledgerOf(ann)).filter(({ kind }) => kind === "payment")).toEqual([]);
    await closed(SECOND);
    await at(() => ask(releasePayments, boss, { agentIds: [ann.id] }));
    await at(() => ask(holdPayments, boss, { agentIds: [bob.id], reason: "No details" }));
    await paid(SECOND);
    const { items: payments } = await ask(findPaymentRun, boss, { id: 2 });
    expect(payments.map(({ agent, php }) => [agent, php])).toEqual([["ann", 880]]);
    expect((await auditOf("agent", ann.id)).map(({ operation, after }) => [operation, after])).toEqual([
      ["payroll.holdPayments", { heldBack: "Fraud check" }],
      ["payroll.releasePayments", { heldBack: null }],
    ]);
  }));

test("a hold covers all accounts of an agent, so that no account is paid while another one owes", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent({ username: "ann" });
    await sold(ann, type, EARLY);
    await sold(await moved(ann, await anOffice(), "2026-03-06T17:00:00Z"), type, "2026-03-07T17:00:00Z");
    await closed(FIRST);
    await at(() => ask(holdPayments, boss, { agentIds: [ann.id], reason: "x" }));
    expect((await shown(FIRST)).items.map(({ php, hold }) => [php, hold?.reason])).toEqual([
      [0, "x"],
      [0, "x"],
    ]);
  }));

test("holding back twice, releasing nobody, an unknown agent and other roles are refused", () =>
  inPayroll(async () => {
    const ann = await anAgent({ username: "ann" });
    const hold = { agentIds: [ann.id], reason: "x" };
    expect(await refused(releasePayments, boss, hold)).toEqual({ status: 409 });
    await ask(holdPayments, boss, hold);
    expect(await refused(holdPayments, boss, hold)).toEqual({ status: 409 });
    expect(await refused(holdPayments, boss, { ...hold, agentIds: [2_000_000_000] })).toEqual({ status: 404 });
    expect(await refused(holdPayments, boss, { ...hold, reason: " " })).toMatchObject({ status: 422 });
    expect(await refused(holdPayments, ann.actor, hold)).toEqual({ status: 403 });
  }));
