import { expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import {
  exportRun,
  failPayments,
  findPaymentRun,
  paymentRunExport,
  payPreview,
  payPreviewExport,
} from "../../../server/payroll";
import { confirmAgent, saveAgent, saveOffice } from "../../../server/payouts";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { type Agent, type Account, anAdmin, anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { boss, closed, FIRST, inPayroll, OVER, paid, sold } from "./world";

const EARLY = "2026-03-05T17:00:00Z";
const PAID = OVER[FIRST] ?? "";
const DAY = 24 * 3_600_000;
const before = (milliseconds: number) => new Date(Date.parse(PAID) - milliseconds).toISOString();
const at = <T>(body: () => Promise<T>, moment = PAID) => withFixedTime(moment, body);

const password = "correct-horse";
const BANK = "Bank of the Islands\n0012 3456 7890\nAnn Lee";
type World = Record<"ann" | "bob" | "cid" | "dan", Agent> & { sup: Account; north: { id: number } };

/** Four sellers of ₱500 each in the first half-month, which is closed. Ann and bob work for North. */
async function fourSellers(): Promise<World> {
  const type = first((await aSite()).types);
  const north = await anOffice({ officeName: "North" });
  const south = await anOffice({ officeName: "South" });
  const agentOf = (username: string, office: typeof north) => anAgent({ username, office });
  const ann = await agentOf("ann", north);
  const bob = await agentOf("bob", north);
  const cid = await agentOf("cid", south);
  const dan = await agentOf("dan", south);
  for (const agent of [ann, bob, cid, dan]) await sold(agent, type, EARLY);
  await closed(FIRST);
  return { ann, bob, cid, dan, north, sup: await aSuperadmin({ username: "sup", password }) };
}

type Details = { method: string; details?: string };
/** Enters details of an agent, which are confirmed and used at once. */
const ofAgent = ({ sup }: World, agent: Agent, details: Details, moment = EARLY) =>
  at(async () => {
    await ask(saveAgent, sup.actor, { id: agent.id, password, ...details });
    await ask(confirmAgent, boss, { id: agent.id });
  }, moment);

const preview = (more = {}) => at(() => ask(payPreview, boss, { id: FIRST, ...more }));
const run = (more = {}) => ask(findPaymentRun, boss, { id: 1, ...more });

/** Ann is paid by bank, bob through the e-wallet of their office, cid in cash, and dan has no details. */
async function allMethods(): Promise<World> {
  const world = await fourSellers();
  await ofAgent(world, world.ann, { method: "bank", details: BANK }, before(DAY));
  const wallet = { id: world.north.id, password, method: "e-wallet", details: "0917 555 0142" };
  await at(() => ask(saveOffice, world.sup.actor, wallet), EARLY);
  await ofAgent(world, world.cid, { method: "cash" });
  return world;
}

test("a change of payout details up to seven days before paying is marked in the list and the run, with its days and author", () =>
  inPayroll(async () => {
    const world = await fourSellers();
    const { ann, bob, cid, dan } = world;
    const cash = { method: "cash" };
    await ofAgent(world, ann, cash, before(3 * DAY + 1));
    await ofAgent(world, bob, cash, before(7 * DAY));
    await ofAgent(world, cid, cash, before(7 * DAY + 1));
    const { items, due } = await preview();
    expect(items.map(({ agent, payout }) => [agent, payout && [payout.change?.days, payout.change?.by]])).toEqual([
      ["ann", [3, "sup"]],
      ["bob", [7, "sup"]],
      ["cid", [undefined, undefined]],
      ["dan", null],
    ]);
    expect(due.changedPayouts).toBe(2);
    expect((await preview({ show: "changed" })).items.map(({ agent }) => agent)).toEqual(["ann", "bob"]);
    await paid(FIRST);
    const days = async () => (await run()).items.map(({ destination }) => destination?.change?.days);
    expect(await days()).toEqual([3, 7, undefined, undefined]);
    expect((await run()).items.map(({ changedLately }) => changedLately)).toEqual([true, true, false, false]);
    // The mark belongs to the run: neither time nor a later change moves it.
    await ofAgent(world, dan, cash, new Date(Date.parse(PAID) + 40 * DAY).toISOString());
    expect(await days()).toEqual([3, 7, undefined, undefined]);
  }));

test("the list before paying has the method only; the run shows the lines to superadmins, but not on payment sheets or to admins", () =>
  inPayroll(async () => {
    await allMethods();
    const { items } = await preview();
    expect(items.map(({ payout }) => payout && [payout.method, payout.payee])).toEqual([
      ["bank", "agent"],
      ["e-wallet", "office"],
      ["cash", "agent"],
      null,
    ]);
    expect(JSON.stringify(items)).not.toContain("0012");
    const list = await at(() => textOf(payPreviewExport, boss, { id: FIRST }));
    expect(list).toContain(",bank,2026-03-15");
    expect(list).not.toContain("0012");
    await paid(FIRST);
    const lines = [BANK, "0917 555 0142", "", undefined];
    expect((await run()).items.map(({ destination }) => destination?.details)).toEqual(lines);
    const { actor } = await anAdmin();
    const reader = { ...boss, scope: "read" as const };
    for (const read of [
      await run({ print: true }),
      await ask(findPaymentRun, actor, { id: 1 }),
      await ask(findPaymentRun, reader, { id: 1 }),
    ]) {
      expect([read.files, read.items.length]).toEqual([null, 4]);
      for (const row of read.items)
        for (const key of ["destination", "changedLately", "sharedWith"]) expect(row).not.toHaveProperty(key);
    }
  }));

test("each payment that did not fail is in the file of exactly one payout method", () =>
  inPayroll(async () => {
    const { cid } = await allMethods();
    await paid(FIRST);
    const file = (template: string) => textOf(paymentRunExport, boss, { id: 1, template, columns: ["agent"] });
    expect(await refusedStream(paymentRunExport, boss, { id: 1, template: "bank" })).toEqual({ status: 409 });
    await at(() => ask(exportRun, boss, { id: 1 }));
    const agents = async () => {
      const files: string[][] = [];
      for (const template of ["bank", "e-wallet", "cash", "other", "none"])
        files.push((await file(template)).trim().split("\n").slice(1));
      return files;
    };
    expect(await agents()).toEqual([["ann"], ["bob"], ["cid"], [], ["dan"]]);
    expect((await run()).files?.map(({ payments }) => payments)).toEqual([1, 1, 1, 0, 1]);
    await at(() => ask(failPayments, boss, { id: 1, agentIds: [cid.id], reason: "Wrong" }));
    expect(await agents()).toEqual([["ann"], ["bob"], [], [], ["dan"]]);
    expect((await run()).files?.map(({ payments }) => payments)).toEqual([1, 1, 0, 0, 1]);
    // The file without a template is unchanged.
    expect((await textOf(paymentRunExport, boss, { id: 1 })).split("\n")[0]).toBe(
      "Reference,Agent,Name,Office,Pesos,Dollars,State,Reason,Half-month,Run,Changed lately,Shared with",
    );
  }));

test("a file has the columns of its method or the chosen ones, with a column for each line of the details", () =>
  inPayroll(async () => {
    await allMethods();
    await paid(FIRST);
    await at(() => ask(exportRun, boss, { id: 1 }));
    const file = async (more: object) => (await textOf(paymentRunExport, boss, { id: 1, ...more })).trim().split("\n");
    expect(await file({ template: "bank" })).toEqual([
      "No.,Reference,Name,Details 1,Details 2,Details 3,Amount,Currency,Note,Changed lately,Shared with",
      "1,R1-1,Ada ann,Bank of the Islands,0012 3456 7890,Ann Lee,500.00,PHP,R1-1 2026-03-01 ~ 2026-03-15,yes,",
    ]);
    expect(await file({ template: "e-wallet", columns: ["dollars", "method", "details", "office"] })).toEqual([
      "Office,Method,Details 1,Dollars",
      "North,e-wallet,0917 555 0142,10.00",
    ]);
    expect(await file({ template: "other", columns: ["amount"] })).toEqual(["Amount"]);
    expect(await refusedStream(paymentRunExport, boss, { id: 1, template: "cheque" })).toMatchObject({ status: 422 });
    expect(await refused(findPaymentRun, boss, { id: 2 })).toEqual({ status: 404 });
  }));
