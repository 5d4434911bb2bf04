import { expect } from "vitest";
import { AuditRow, PayoutDetails } from "~models";
import { history } from "../../server/logs";
import { withFixedTime } from "../../server/kernel/time/now";
import { queryOne } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { setJournal } from "../../server/kernel/operation/perform";
import { removeAgent } from "../../server/tracking";
import { readAgent, readOffice, readOwn, saveAgent, saveOffice, saveOwn } from "../../server/payouts";
import { ask, refused } from "../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { test } from "../world/rollback";

const password = "correct-horse";
const LINES = "Bank of the Islands\n0012 3456 7890\nAnn Lee";
const BANK = { method: "bank", details: LINES, password };
const WRONG = { status: 422, data: { password: ["This is not your password."] } };
const FORBIDDEN = { status: 403 };

async function people() {
  const office = await anOffice({ username: "man", password, officeName: "North" });
  return {
    office,
    ann: await anAgent({ username: "ann", password, office }),
    bob: await anAgent({ username: "bob", password, office }),
    sup: await aSuperadmin({ username: "sup", password, designated: true }),
    adm: await anAdmin({ username: "adm", password }),
  };
}

test("owners see the method and the last four characters of their payout details, superadmins all of them", async () => {
  const { ann, office, sup } = await people();
  expect(await ask(readOwn, ann.actor)).toEqual({
    ...{ method: null, details: null, ending: "", changedAt: null, changedBy: null, usedFrom: null, confirmedBy: null },
    ...{ waits: false, usedNow: null, version: 0, mayChange: true, needsCode: false },
  });
  const masked = { method: "bank", details: null, ending: "Lee", changedBy: "ann" };
  expect(await ask(saveOwn, ann.actor, BANK)).toMatchObject(masked);
  expect(await ask(readOwn, ann.actor)).toMatchObject(masked);
  expect(await ask(readAgent, sup.actor, { id: ann.id })).toMatchObject({ name: "ann", details: LINES });
  const wallet = { method: "e-wallet", details: "0917-555-0142", password };
  expect(await ask(saveOwn, office.actor, wallet)).toMatchObject({ details: null, ending: "0142", changedBy: "man" });
  expect(await ask(readOffice, sup.actor, { id: office.id })).toMatchObject({
    name: "North",
    details: "0917-555-0142",
  });
  // Four of five characters would show nearly everything.
  expect(await ask(saveOwn, ann.actor, { ...wallet, details: "12345" })).toMatchObject({ ending: "" });
});

test("a superadmin's client token with a limited scope gets no payout details", async () => {
  const { ann, sup } = await people();
  await ask(saveOwn, ann.actor, BANK);
  const reader = { ...sup.actor, scope: "read" as const };
  expect(await ask(readAgent, reader, { id: ann.id })).toMatchObject({ method: "bank", details: null });
});

test("admins, managers and other agents can neither read nor change the payout details of others", async () => {
  const { ann, bob, office, adm, sup } = await people();
  await ask(saveOwn, ann.actor, BANK);
  for (const { actor } of [adm, office, bob, ann]) {
    expect(await refused(readAgent, actor, { id: ann.id })).toEqual(FORBIDDEN);
    expect(await refused(saveAgent, actor, { id: ann.id, ...BANK })).toEqual(FORBIDDEN);
    expect(await refused(readOffice, actor, { id: office.id })).toEqual(FORBIDDEN);
    expect(await refused(saveOffice, actor, { id: office.id, ...BANK })).toEqual(FORBIDDEN);
  }
  expect(await ask(readOwn, bob.actor)).toMatchObject({ method: null });
  expect(await refused(readOwn, adm.actor)).toEqual({ status: 404 });
  expect(await refused(saveOwn, sup.actor, BANK)).toEqual({ status: 404 });
  expect(await refused(readOwn, null)).toEqual({ status: 401 });
  expect(await refused(readAgent, sup.actor, { id: 999_999 })).toEqual({ status: 404 });
});

test("payout details change only with the password of the person who changes them", async () => {
  const { ann, office, sup } = await people();
  const wrong = { ...BANK, password: "battery-staple" };
  expect(await refused(saveOwn, ann.actor, wrong)).toEqual(WRONG);
  expect(await refused(saveAgent, sup.actor, { id: ann.id, ...wrong })).toEqual(WRONG);
  expect(await refused(saveOffice, sup.actor, { id: office.id, ...wrong })).toEqual(WRONG);
  expect(await PayoutDetails.count()).toBe(0);
  expect(await ask(saveAgent, sup.actor, { id: ann.id, ...BANK })).toMatchObject({
    changedBy: "sup",
    details: LINES,
  });
  expect(await ask(saveOffice, sup.actor, { id: office.id, ...BANK })).toMatchObject({ changedBy: "sup" });
});

test("payout details have a method and, except for cash, one to six lines of at most 500 characters", async () => {
  const { ann, sup } = await people();
  const fields = async (input: object) =>
    Object.keys((await refused(saveOwn, ann.actor, { ...BANK, ...input })).data as object);
  expect(await fields({ method: "cheque" })).toEqual(["method"]);
  expect(await fields({ details: "  \r\n " })).toEqual(["details"]);
  expect(await fields({ details: "x".repeat(501) })).toEqual(["details"]);
  expect(await fields({ details: "1\n2\n3\n4\n5\n6\n7" })).toEqual(["details"]);
  expect(await fields({ password: "" })).toEqual(["password"]);
  await ask(saveOwn, ann.actor, { ...BANK, details: " one \r\n\r\ntwo  " });
  expect(await ask(readAgent, sup.actor, { id: ann.id })).toMatchObject({ details: "one\ntwo" });
  expect(await ask(saveOwn, ann.actor, { method: "cash", password })).toMatchObject({ method: "cash", ending: "" });
});

test("the lines are encrypted in the database and are in no audit row, common log entry or history", async () => {
  const { ann, office, sup } = await people();
  const logged: unknown[] = [];
  setJournal((entry) => void logged.push(entry));
  await withFixedTime("2026-03-01T12:00:00Z", () => ask(saveOwn, ann.actor, BANK));
  await withFixedTime("2026-03-02T12:00:00Z", () => ask(saveAgent, sup.actor, { id: ann.id, ...BANK }));
  setJournal(() => undefined);
  const stored = await queryOne<{ row: string; text: string }>(sql`
      SELECT string_agg(payout_details::text, ' ') AS row, string_agg(encode(sealed, 'escape'), ' ') AS text
      FROM payout_details`);
  for (const text of [stored?.row, stored?.text, JSON.stringify(logged)]) {
    expect(text).toBeTruthy();
    for (const line of LINES.split("\n")) expect(text).not.toContain(line);
  }
  const rows = await AuditRow.findAll({ where: { record: "agent", recordId: String(ann.id) }, order: ["id"] });
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [{ payoutDetails: null }, { payoutDetails: "2026-03-01T07:00:00.000-05:00" }],
    [{ payoutDetails: "2026-03-01T07:00:00.000-05:00" }, { payoutDetails: "2026-03-02T07:00:00.000-05:00" }],
  ]);
  const { items } = await ask(history, office.actor, { record: "agent", id: ann.id });
  expect(items.map(({ username }) => username)).toEqual(["sup", "ann"]);
  expect(JSON.stringify(items)).not.toContain("bank");
});

test("encrypted lines cannot be moved to the account of another agent", async () => {
  const { ann, bob, sup } = await people();
  await ask(saveOwn, ann.actor, BANK);
  await ask(saveOwn, bob.actor, { ...BANK, details: "Other bank" });
  const stolen = await PayoutDetails.findOne({ where: { accountId: bob.accountId } });
  await PayoutDetails.update({ sealed: stolen!.sealed }, { where: { accountId: ann.accountId } });
  await expect(ask(readAgent, sup.actor, { id: ann.id })).rejects.toThrow();
});

test("deleting an agent erases their payout details", async () => {
  const { ann, bob, sup } = await people();
  for (const { actor } of [ann, bob]) await ask(saveOwn, actor, BANK);
  await ask(removeAgent, sup.actor, { id: ann.id });
  expect((await PayoutDetails.findAll()).map(({ accountId }) => accountId)).toEqual([bob.accountId]);
});
