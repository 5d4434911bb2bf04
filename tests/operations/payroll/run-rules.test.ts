import { expect, test } from "vitest";
import { AuditRow } from "~models";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { withFixedTime } from "../../../server/kernel/time/now";
import { saveAgent } from "../../../server/payouts";
import {
  exportRun,
  failPayments,
  findPaymentRun,
  namedRuns,
  paymentRunExport,
  releaseRun,
  searchRuns,
  undoRun,
} from "../../../server/payroll";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { type Agent, anAgent, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { boss, closed, FIRST, inPayroll, OVER, paid, SECOND, sold, THIRD } from "./world";

/** The visibility of a run's destinations, the default columns of its files, and the order of its acts. */

const EARLY = "2026-03-02T17:00:00Z";
const LATER = "2026-05-01T12:00:00Z";
const at = <T>(body: () => Promise<T>, moment = LATER) => withFixedTime(moment, body);
const password = "correct-horse";
const shown = (more: object = {}, actor = boss) => at(() => ask(findPaymentRun, actor, { id: 1, ...more } as never));
const file = (more: object = {}) => at(() => textOf(paymentRunExport, boss, { id: 1, ...more } as never));
const message = (act: () => Promise<unknown>) =>
  at(act).then(
    () => expect.unreachable(),
    (error: unknown) => (error as Error).message,
  );

/** Ann, who has a bank account, and bob, who has none, have sold for ₱500 each in the first half-month, which is paid. */
async function twoPaid(): Promise<{ ann: Agent; bob: Agent }> {
  const type = first((await aSite()).types);
  const [ann, bob] = [await anAgent({ username: "ann" }), await anAgent({ username: "bob" })];
  const { actor } = await aSuperadmin({ password, designated: true });
  const details = { id: ann.id, method: "bank", details: "Planted Bank\n0012 3456", password };
  await at(() => ask(saveAgent, actor, details as never), "2026-02-01T12:00:00Z");
  for (const agent of [ann, bob]) await sold(agent, type, EARLY);
  await closed(FIRST);
  await paid(FIRST);
  return { ann, bob };
}

test("a token that may only read gets neither destinations nor their files, and a printed sheet has none", () =>
  inPayroll(async () => {
    await twoPaid();
    await at(() => ask(exportRun, boss, { id: 1 }));
    const reader = { ...boss, scope: "read" } as const;
    expect(await refusedStream(paymentRunExport, reader, { id: 1, template: "bank" })).toEqual({ status: 403 });
    expect(await at(() => textOf(paymentRunExport, reader, { id: 1 }))).toContain("R1-1");
    for (const page of [await shown({}, reader as never), await shown({ print: true })]) {
      expect(page.files).toBeNull();
      expect(page.items.map((item) => "destination" in item)).toEqual([false, false]);
    }
    const { files, items } = await shown();
    expect(items.map(({ destination, changedLately }) => [destination?.method, changedLately])).toEqual([
      ["bank", false],
      [undefined, false],
    ]);
    expect(files?.filter(({ payments }) => payments > 0).map(({ template }) => template)).toEqual(["bank", "none"]);
    const none = files?.find(({ template }) => template === "none");
    expect(none?.columns).toEqual(["number", "reference", "office", "agent", "name", "amount", "currency"]);
    expect(none?.choices).toHaveLength(13);
  }));

test("a file has the columns of its method unless others are chosen, and numbers its records from 1", () =>
  inPayroll(async () => {
    await twoPaid();
    await at(() => ask(exportRun, boss, { id: 1 }));
    const bank = (await file({ template: "bank" })).split("\n");
    expect(bank[0]).toBe("No.,Reference,Name,Details 1,Details 2,Amount,Currency,Note,Changed lately,Shared with");
    expect(bank[1]).toMatch(/^1,R1-1,[^,]+,Planted Bank,0012 3456,500\.00,PHP,R1-1 2026-03-01 ~ 2026-03-15,,$/);
    const none = (await file({ template: "none", columns: [] })).split("\n");
    expect(none[0]).toBe("No.,Reference,Office,Agent,Name,Amount,Currency");
    expect(none[1]).toMatch(/^1,R1-2,[^,]+,bob,[^,]+,500\.00,PHP$/);
    const chosen = await file({ template: "none", columns: ["method", "office", "dollars"] });
    expect(chosen).toMatch(/^Office,Method,Dollars\n[^,]+,,10\.00\n$/);
  }));

test("payments are listed by their state, and the audit names the ones that failed", () =>
  inPayroll(async () => {
    const { ann } = await twoPaid();
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [ann.id], reason: "Closed" } as never));
    const found = async (state: string) => (await shown({ state })).items.map(({ reference }) => reference);
    expect([await found("failed"), await found("paid")]).toEqual([["R1-1"], ["R1-2"]]);
    expect((await shown()).items).toHaveLength(2);
    const rows = await AuditRow.findAll({ where: { operation: "payroll.failPayments" } });
    expect(rows.map(({ after }) => after)).toEqual([{ failed: ["R1-1"], reason: "Closed" }]);
  }));

test("runs are undone from the last one back, and the refusal names the next half-month that was paid", () =>
  inPayroll(async () => {
    await twoPaid();
    for (const id of [SECOND, THIRD]) {
      await closed(id);
      await paid(id, OVER[THIRD]);
    }
    const undo = (id: number) => () => ask(undoRun, boss, { id } as never);
    expect(await message(undo(1))).toBe("Undo the payment of 2026-03-16 ~ 2026-03-31 first.");
    expect(await message(undo(2))).toBe("Undo the payment of 2026-04-01 ~ 2026-04-15 first.");
    const names = (ids: number[]) => at(() => ask(namedRuns, boss, { ids } as never));
    expect(await names([1, 2])).toEqual([
      "Payment run 1: 2026-03-01 ~ 2026-03-15, ₱1,000.00 in 2 payments",
      "Payment run 2: 2026-03-16 ~ 2026-03-31, ₱0.00 in 0 payments",
    ]);
    expect(await refused(namedRuns, boss, { ids: [1, 9] } as never)).toEqual({ status: 404 });
    const follow = (after: string) => at(() => ask(searchRuns, boss, { after, pageSize: 2 } as never));
    const one = await follow("");
    const two = await follow(one.next ?? "");
    expect([one, two].map(({ items }) => items.map(({ id }) => id))).toEqual([[1, 2], [3]]);
  }));

test("a run that is exported or undone cannot be released, and the refusal names who made it", () =>
  inPayroll(async () => {
    await twoPaid();
    const { actor } = await aSuperadmin();
    const release = () => ask(releaseRun, actor, { id: 1 });
    const { RELEASE_BY_TWO } = config();
    try {
      overrideConfig({ RELEASE_BY_TWO: true });
      expect(await message(() => ask(exportRun, boss, { id: 1 }))).toBe(
        "This payment run has to be released first, by a superadmin other than the server, who made it.",
      );
      overrideConfig({ RELEASE_BY_TWO: false });
      await at(() => ask(exportRun, boss, { id: 1 }));
      overrideConfig({ RELEASE_BY_TWO: true });
      expect((await shown()).run.needsRelease).toBe(false);
      expect(await message(release)).toBe("This payment run is already exported.");
      await closed(SECOND);
      await paid(SECOND);
      await at(() => ask(undoRun, boss, { id: 2 }));
      expect((await at(() => ask(findPaymentRun, boss, { id: 2 }))).run.needsRelease).toBe(false);
      expect(await message(() => ask(releaseRun, actor, { id: 2 }))).toBe("This payment run is undone.");
    } finally {
      overrideConfig({ RELEASE_BY_TWO });
    }
  }));
