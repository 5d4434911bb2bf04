import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import {
  agentSalesScreen,
  failPayments,
  holdPayments,
  releasePayments,
  searchAgentSales,
  undoRun,
  writeLine,
} from "../../../server/payroll";
import { ask } from "../../reports/ask";
import { type Agent, anAgent, aSale, aSite } from "../../world/builders";
import { first } from "../../world/first";
import { aBoss, boss, closed, FIRST, inPayroll, OVER, paid, SECOND, sold, takenBack, THIRD } from "./world";

/**
 * The state of a row comes from its payment, and the filter by state from the days that payments settled. Here they are
 * compared after each step of the payroll.
 */

const EARLY = "2026-03-05T17:00:00Z";
const LATE = "2026-03-20T17:00:00Z";
const AFTER = "2026-04-05T17:00:00Z";
const states = ["counted", "waiting", "reversed", "held", "paid"] as const;
type Row = { id: number; state: string; reason: string | null; payDate: string | null; reference: string | null };

/** The rows at a moment by their ID. Fails if the filter by a state finds others than those with the state. */
async function rowsAt(moment: string, actor: unknown = boss): Promise<Map<number, Row>> {
  const find = async (criteria: object) =>
    (await ask(searchAgentSales, actor as typeof boss, { pageSize: 500, ...criteria } as never)).items as Row[];
  return withFixedTime(moment, async () => {
    const rows = await find({});
    for (const state of states) {
      const expected = rows.filter((row) => row.state === state).map(({ id }) => id);
      expect({ moment, state, ids: (await find({ state })).map(({ id }) => id) }).toEqual({
        moment,
        state,
        ids: expected,
      });
    }
    return new Map(rows.map((row) => [row.id, row]));
  });
}

const hold = (agent: Agent, moment: string) =>
  withFixedTime(moment, () => ask(holdPayments, boss, { agentIds: [agent.id], reason: "Fraud check" }));
const release = (agent: Agent, moment: string) =>
  withFixedTime(moment, () => ask(releasePayments, boss, { agentIds: [agent.id] } as never));

test("a sale whose payment is held is paid with the next half-month after the release, and one of an earlier hold is not held", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const [ann, bob] = [await anAgent(), await anAgent()];
    await hold(ann, "2026-03-02T15:00:00Z");
    await release(ann, "2026-03-03T15:00:00Z");
    const [open, waits] = [await sold(ann, type, EARLY), await sold(bob, type, EARLY)];
    const stateOf = async ({ id }: { id: number }, moment: string) => (await rowsAt(moment)).get(id)?.state;
    expect(await stateOf(open, "2026-03-06T15:00:00Z")).toBe("counted");
    await hold(bob, "2026-03-06T15:00:00Z");
    expect(await stateOf(waits, "2026-03-06T15:00:01Z")).toBe("held");
    await closed(FIRST);
    await paid(FIRST);
    expect(await stateOf(open, "2026-03-17T15:00:00Z")).toBe("paid");
    expect(await stateOf(waits, "2026-03-17T15:00:00Z")).toBe("held");
    await release(bob, "2026-03-18T15:00:00Z");
    const [later, ofAnn] = [await sold(bob, type, LATE), await sold(ann, type, LATE)];
    expect(await stateOf(later, "2026-03-21T15:00:00Z")).toBe("counted");
    await closed(SECOND);
    await paid(SECOND);
    for (const sale of [open, waits, later, ofAnn]) expect(await stateOf(sale, AFTER)).toBe("paid");
  }));

test("a payment that failed holds its half-month back until a later one settles both, and an agent sees only their own", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const [ann, bob] = [await anAgent(), await anAgent()];
    const [early, other] = [await sold(ann, type, EARLY), await sold(bob, type, EARLY)];
    await closed(FIRST);
    await paid(FIRST);
    await withFixedTime("2026-03-17T15:00:00Z", () =>
      ask(failPayments, boss, { id: 1, agentIds: [ann.id], reason: "Closed account" } as never),
    );
    const late = await sold(ann, type, LATE);
    const own = await rowsAt("2026-03-21T15:00:00Z", ann.actor);
    expect([...own.values()].map(({ id, state }) => [id, state])).toEqual([
      [late.id, "counted"],
      [early.id, "held"],
    ]);
    expect(own.get(early.id)?.reason).toBe("The payment failed. Closed account");
    expect((await rowsAt("2026-03-21T15:00:00Z", bob.actor)).get(other.id)?.state).toBe("paid");
    await closed(SECOND);
    await paid(SECOND);
    const rows = await rowsAt(AFTER);
    expect(rows.get(early.id)).toMatchObject({ state: "paid", payDate: "2026-04-01", reference: "R2-1" });
    expect(rows.get(late.id)).toMatchObject({ state: "paid", payDate: "2026-04-01", reference: "R2-1" });
  }));

test("after two payments, undoing the last one leaves the first half-month paid", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent();
    const early = await sold(ann, type, EARLY);
    await closed(FIRST);
    await paid(FIRST);
    const late = await sold(ann, type, LATE);
    await closed(SECOND);
    await paid(SECOND);
    const next = await sold(ann, type, "2026-04-02T17:00:00Z");
    const stateOf = (rows: Map<number, Row>) => [early, late, next].map(({ id }) => rows.get(id)?.state);
    expect(stateOf(await rowsAt(AFTER))).toEqual(["paid", "paid", "counted"]);
    await withFixedTime(AFTER, () => ask(undoRun, boss, { id: 2 } as never));
    expect(stateOf(await rowsAt(AFTER))).toEqual(["paid", "counted", "counted"]);
    await paid(SECOND, AFTER);
    expect(stateOf(await rowsAt(AFTER))).toEqual(["paid", "paid", "counted"]);
    await hold(ann, "2026-04-06T15:00:00Z");
    expect(stateOf(await rowsAt(OVER[THIRD] ?? ""))).toEqual(["paid", "paid", "held"]);
  }));

test("the paid sale of an approval counts if it came up to a day before the sale, and not with a reversal or another click", () =>
  inPayroll(async () => {
    const type = first((await aSite({ useApproveSale: true, types: [{ bonus: true }] })).types);
    const ann = await anAgent();
    const [before, tooEarly, without] = [
      await sold(ann, type, LATE),
      await sold(ann, type, LATE),
      await sold(ann, type, LATE),
    ];
    const bonusOf = ({ click }: { click: string }, at: string) =>
      aSale({ agent: ann, type, at, event: "bonus", click: { id: click, geo: "" } });
    await bonusOf(before, "2026-03-19T18:00:00Z");
    await bonusOf(tooEarly, "2026-03-19T16:00:00Z");
    const rows = await rowsAt(AFTER);
    expect([before, tooEarly, without].map(({ id }) => rows.get(id)?.state)).toEqual(["counted", "waiting", "waiting"]);
    await takenBack(without, "2026-03-21T17:00:00Z");
    expect((await rowsAt(AFTER)).get(without.id)).toMatchObject({
      ...{ state: "reversed", reason: "On 2026-03-21: chargeback.", payDate: null },
    });
  }));

test("a sale of a paid half-month that left a debt goes with the next payment", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent();
    const early = await sold(ann, type, EARLY);
    const line = { agentId: ann.id, periodId: FIRST, kind: "advance", php: 900, reason: "Paid in cash" };
    await withFixedTime(EARLY, async () => ask(writeLine, await aBoss(), line as never));
    await closed(FIRST);
    await paid(FIRST);
    expect((await rowsAt("2026-03-21T15:00:00Z")).get(early.id)).toMatchObject({
      ...{ state: "counted", reason: "Goes with the next payment.", payDate: null },
    });
    await hold(ann, "2026-03-22T15:00:00Z");
    await rowsAt("2026-03-22T16:00:00Z");
    await release(ann, "2026-03-23T15:00:00Z");
    await rowsAt("2026-03-23T16:00:00Z");
    await sold(ann, type, LATE);
    await closed(SECOND);
    await paid(SECOND);
    expect((await rowsAt(AFTER)).get(early.id)?.state).toBe("paid");
  }));

test("a row has the sub ids of its click, and the screen of pending sales shows those alone", () =>
  inPayroll(async () => {
    const type = first((await aSite()).types);
    const ann = await anAgent();
    const [plain, withSubs] = [await sold(ann, type, EARLY), await sold(ann, type, EARLY)];
    await execute(sql`UPDATE clicks SET subs = '{"sub1":"mail"}' WHERE id = ${withSubs.click}`);
    const searched = () => ask(searchAgentSales, boss, { pageSize: 500 } as never);
    const rows = (await withFixedTime("2026-03-06T15:00:00Z", searched)).items;
    expect(rows.map(({ id, subs }) => [id, subs])).toEqual([
      [withSubs.id, { sub1: "mail" }],
      [plain.id, null],
    ]);
    const shown = (form: object) =>
      withFixedTime("2026-03-06T15:00:00Z", () => ask(agentSalesScreen, boss, form as never));
    expect((await shown({ state: "pending" })).items).toEqual([]);
    expect((await shown({ state: "" })).items).toHaveLength(2);
  }));
