import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { AuditRow, Payment } from "~models";
import { execute, inNewTransaction, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { BYTE_ORDER_MARK } from "../../../server/kernel/operation/csv";
import { config, overrideConfig } from "../../../server/kernel/process/config";
import { withFixedTime } from "../../../server/kernel/time/now";
import {
  exportRun,
  findPaymentRun,
  paymentRunExport,
  payPreview,
  releaseRun,
  statementScreen,
} from "../../../server/payroll";
import { superadmins } from "../../../server/identity";
import { saveAgent, saveOffice } from "../../../server/payouts";
import { runChecks } from "../../../server/invariants";
import { removeAgent } from "../../../server/tracking";
import { ask, refused, refusedStream, textOf } from "../../reports/ask";
import { type Account, type Agent, anAgent, anOffice, aSite, aSuperadmin, type Office } from "../../world/builders";
import { first } from "../../world/first";
import { boss, closed, FIRST, inPayroll, OVER, paid, sold } from "./world";

const EARLY = "2026-03-02T17:00:00Z";
const PAID = OVER[FIRST] ?? "";
const LATER = "2026-05-01T12:00:00Z";
const at = <T>(body: () => Promise<T>, moment = PAID) => withFixedTime(moment, body);
const password = "correct-horse";
const BANK = "Planted Bank\n0012 3456 7890";
const OTHER = "Others Bank\n9999 9999";
type World = Record<"ann" | "bob" | "cid", Agent> & Record<"north" | "south", Office> & { sup: Account };

/** Three sellers of ₱500 each in the first half-month, which is closed. Ann and bob work for North, cid for South. */
async function sellers(): Promise<World> {
  const type = first((await aSite()).types);
  const north = await anOffice({ officeName: "North" });
  const south = await anOffice({ officeName: "South" });
  const ann = await anAgent({ username: "ann", office: north });
  const bob = await anAgent({ username: "bob", office: north });
  const cid = await anAgent({ username: "cid", office: south });
  for (const agent of [ann, bob, cid]) await sold(agent, type, EARLY);
  await closed(FIRST);
  return { ann, bob, cid, north, south, sup: await aSuperadmin({ username: "sup", password, designated: true }) };
}

const give = ({ sup }: World, { id }: { id: number }, details: string, moment = EARLY, save = saveAgent) =>
  at(() => ask(save, sup.actor, { id, method: "bank", details, password }), moment);
const run = (moment = LATER) => at(() => ask(findPaymentRun, boss, { id: 1 }), moment);
const exported = () => at(() => ask(exportRun, boss, { id: 1 }));
const file = (more = {}) => at(() => textOf(paymentRunExport, boss, { id: 1, ...more }), LATER);

test("a run exported twice pays the same destinations, although they were changed between, and each file's SHA-256 is in the audit", () =>
  inPayroll(async () => {
    const world = await sellers();
    await give(world, world.ann, BANK);
    await give(world, world.north, OTHER, EARLY, saveOffice);
    await paid(FIRST);
    await exported();
    const before = await file({ template: "bank", columns: ["reference", "details"] });
    expect(before.split("\n").slice(1)).toEqual(["R1-1,Planted Bank,0012 3456 7890", "R1-2,Others Bank,9999 9999", ""]);
    for (const agent of [world.ann, world.bob, world.cid]) await give(world, agent, "Thief Bank\n666", PAID);
    await give(world, world.north, "Thief Bank\n666", PAID, saveOffice);
    expect(await file({ template: "bank", columns: ["reference", "details"] })).toBe(before);
    expect((await run()).items.map(({ destination }) => destination?.details)).toEqual([BANK, OTHER, undefined]);
    // Cid had no destination when the run was made, so they stay in the file without one.
    expect(await file({ template: "none", columns: ["agent"] })).toBe("Agent\ncid\n");
    const rows = await AuditRow.findAll({ where: { operation: "payroll.paymentRunExport" }, order: ["id"] });
    const sha256 = createHash("sha256")
      .update(BYTE_ORDER_MARK + before)
      .digest("hex");
    expect(
      rows.map(({ recordId, username, after }) => [recordId, username, (after as Record<string, unknown>).sha256]),
    ).toMatchObject([
      ["1", "boss", sha256],
      ["1", "boss", sha256],
      ["1", "boss", expect.not.stringMatching(sha256)],
    ]);
  }));

test("details that wait when a run is made are not in it, and the list before paying announces them", () =>
  inPayroll(async () => {
    const world = await sellers();
    await give(world, world.ann, BANK);
    await give(world, world.ann, OTHER, PAID);
    const { items } = await at(() => ask(payPreview, boss, { id: FIRST }));
    expect(items.map(({ newPayoutFrom }) => newPayoutFrom)).toEqual(["2026-03-19T12:00:00.000-04:00", null, null]);
    await paid(FIRST);
    expect((await run()).items[0]?.destination?.details).toBe(BANK);
  }));

test("destinations that several payees share are marked in list, run and file, whatever their spaces and letters", () =>
  inPayroll(async () => {
    const world = await sellers();
    const { ann, bob, cid, north } = world;
    await give(world, ann, "Planted  BANK \n00123456 7890");
    await give(world, cid, BANK);
    await give(world, north, BANK, "2026-03-03T12:00:00Z", saveOffice);
    // They wait, so the ones before still count.
    await give(world, cid, "Other Bank\n1", PAID);
    const { items } = await at(() => ask(payPreview, boss, { id: FIRST }));
    expect(items.map(({ agent, payout }) => [agent, payout?.sharedWith])).toEqual([
      ["ann", 2],
      ["bob", 2],
      ["cid", 2],
    ]);
    await paid(FIRST);
    await give(world, bob, "Somewhere else", PAID);
    expect((await run()).items.map(({ sharedWith }) => sharedWith)).toEqual([2, 2, 2]);
    await exported();
    expect((await file()).split("\n")[1]).toMatch(/,1,,2$/);
    expect(await file({ template: "bank", columns: ["agent", "changed", "shared"] })).toBe(
      "Agent,Changed lately,Shared with\nann,,2\nbob,,2\ncid,,2\n",
    );
  }));

test("the stored destination of a payment has no plain text, belongs to that payment, and nobody replaces it", () =>
  inPayroll(async () => {
    const world = await sellers();
    const { ann, cid } = world;
    await give(world, ann, BANK);
    await give(world, cid, OTHER);
    await paid(FIRST);
    const rows = await queryRows<{ row: string; bytes: Buffer }>(sql`
      SELECT p::text AS row, payout_sealed AS bytes FROM payments p WHERE payout_sealed IS NOT NULL`);
    expect(rows).toHaveLength(2);
    for (const { row, bytes } of rows)
      for (const line of [...BANK.split("\n"), ...OTHER.split("\n")]) {
        expect(row).not.toContain(line);
        expect(bytes.includes(line)).toBe(false);
      }
    const change = (set: ReturnType<typeof sql>) =>
      expect(inNewTransaction(() => execute(sql`UPDATE payments SET ${set} WHERE agent_id = ${ann.id}`))).rejects;
    await change(sql`payout_method = 'cash'`).toThrow("A payment only changes by failing.");
    await change(sql`payout_shared_with = 5`).toThrow("A payment only changes by failing.");
    const unreadable = async () => (await runChecks()).filter(({ says }) => says.startsWith("Destinations"));
    expect(await unreadable()).toEqual([]);
    await execute(sql`
      UPDATE payments SET payout_sealed = (SELECT payout_sealed FROM payments WHERE agent_id = ${cid.id})
      WHERE agent_id = ${ann.id}`);
    await expect(run()).rejects.toThrow();
    expect(await unreadable()).toMatchObject([
      { says: "Destinations of payments that DATA_KEY cannot decrypt", count: 1, example: `agent ${ann.id} in run 1` },
    ]);
  }));

test("deleting an agent erases where they were paid to from all runs, but not the destination of their office", () =>
  inPayroll(async () => {
    const world = await sellers();
    const { ann, bob, north, sup } = world;
    await give(world, ann, BANK);
    await give(world, north, OTHER, EARLY, saveOffice);
    await paid(FIRST);
    for (const { id } of [ann, bob]) await ask(removeAgent, sup.actor, { id });
    const stored = await Payment.findAll({ where: { runId: 1 }, order: ["number"] });
    expect(stored.map(({ payoutMethod, payoutSealed }) => [payoutMethod, payoutSealed !== null])).toEqual([
      ["bank", false],
      ["bank", true],
      [null, false],
    ]);
    expect((await run()).items.map(({ destination }) => destination?.details)).toEqual([null, OTHER, undefined]);
    await exported();
    expect(await file({ template: "bank", columns: ["reference", "details"] })).toBe(
      "Reference,Details 1,Details 2\nR1-1,,\nR1-2,Others Bank,9999 9999\n",
    );
  }));

test("a run of an earlier release shows the details that are used now, and says so", () =>
  inPayroll(async () => {
    const world = await sellers();
    await paid(FIRST);
    expect((await run()).run.destinationsKept).toBe(true);
    await execute(sql`SET LOCAL session_replication_role = replica`);
    await execute(sql`UPDATE payment_runs SET destinations_kept = false`);
    await execute(sql`SET LOCAL session_replication_role = origin`);
    await give(world, world.ann, BANK, PAID);
    const shown = await run();
    expect([shown.run.destinationsKept, shown.files?.map(({ payments }) => payments)]).toEqual([
      false,
      [1, 0, 0, 0, 2],
    ]);
    expect(shown.items[0]).toMatchObject({ destination: { details: BANK }, changedLately: true, sharedWith: 0 });
  }));

test("a statement says how the agent was paid by the run's own copy, to the agent and superadmins only", () =>
  inPayroll(async () => {
    const world = await sellers();
    const { ann, bob, north, sup } = world;
    await give(world, ann, BANK);
    await give(world, north, OTHER, EARLY, saveOffice);
    await paid(FIRST);
    await give(world, ann, "Thief Bank\n6666 6666", PAID);
    const shown = async (actor: Account["actor"], agentId: number) =>
      (await at(() => ask(statementScreen, actor, { periodId: FIRST, agentId }), LATER)).sheet?.settlement.payments[0]
        ?.destination;
    const own = { method: "bank", payee: "agent", ending: "7890" };
    expect(await shown(ann.actor, ann.id)).toEqual(own);
    expect(await shown(sup.actor, ann.id)).toEqual(own);
    expect(await shown(bob.actor, bob.id)).toEqual({ method: "bank", payee: "office", ending: "" });
    expect(await shown(north.actor, ann.id)).toBeNull();
  }));

/** With RELEASE_BY_TWO=on. */
async function byTwo(body: () => Promise<unknown>): Promise<void> {
  const { RELEASE_BY_TWO } = config();
  overrideConfig({ RELEASE_BY_TWO: true });
  try {
    await body();
  } finally {
    overrideConfig({ RELEASE_BY_TWO });
  }
}

test("with RELEASE_BY_TWO, nobody exports a run that a second superadmin has not released", () =>
  inPayroll(() =>
    byTwo(async () => {
      const { ann, sup } = await sellers();
      const release = (actor: Account["actor"]) => at(() => refused(releaseRun, actor, { id: 1 }));
      await paid(FIRST);
      expect((await run()).run).toMatchObject({ needsRelease: true, releasedAt: null, releasedBy: null });
      for (const { actor } of [{ actor: boss }, sup])
        expect(await at(() => refused(exportRun, actor, { id: 1 }))).toEqual({ status: 409 });
      expect(await refusedStream(paymentRunExport, boss, { id: 1 })).toEqual({ status: 409 });
      expect(await release(boss)).toEqual({ status: 409 });
      await expect(at(() => ask(releaseRun, boss, { id: 1 }))).rejects.toThrow("You made this payment run yourself");
      expect(await release(ann.actor)).toEqual({ status: 403 });
      const idle = { ...sup.actor, confirmedUntil: 0 };
      await expect(at(() => ask(releaseRun, idle, { id: 1 }))).rejects.toMatchObject({ code: "CONFIRM" });
      expect(await release({ ...sup.actor, clientTokenId: 1, opener: "client", confirmedUntil: 0 })).toEqual({
        status: 403,
      });
      const released = { needsRelease: false, releasedBy: "sup", releasedAt: "2026-03-16T12:00:00.000-04:00" };
      for (let time = 0; time < 2; time++)
        expect(await at(() => ask(releaseRun, sup.actor, { id: 1 }))).toMatchObject(released);
      expect(await exported()).toMatchObject({ exportedBy: null, ...released });
      const rows = await AuditRow.findAll({ where: { operation: "payroll.releaseRun" } });
      expect(rows.map(({ username, recordId }) => [username, recordId])).toEqual([["sup", "1"]]);
    }),
  ));

test("a superadmin whose e-mail address another one changed lately does not release a run", () =>
  inPayroll(() =>
    byTwo(async () => {
      const { sup } = await sellers();
      const other = await aSuperadmin({ username: "other" });
      await paid(FIRST);
      const given = { id: sup.actor.accountId, email: "thief@example.org", version: 1 };
      await ask(superadmins.setEmail, other.actor, given);
      const release = at(() => ask(releaseRun, sup.actor, { id: 1 }));
      await expect(release).rejects.toThrow("other changed by what you sign in, so another superadmin has to do this");
      expect((await run()).run).toMatchObject({ needsRelease: true, releasedAt: null });
    }),
  ));

test("without RELEASE_BY_TWO a run needs no release", () =>
  inPayroll(async () => {
    const { sup } = await sellers();
    await paid(FIRST);
    expect((await run()).run.needsRelease).toBe(false);
    expect(await at(() => refused(releaseRun, sup.actor, { id: 1 }))).toEqual({ status: 409 });
    expect(await exported()).toMatchObject({ releasedAt: null });
  }));
