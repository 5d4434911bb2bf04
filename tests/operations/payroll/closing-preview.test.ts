import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { loadOrCreateKey } from "../../../server/kernel/process/secrets";
import { withFixedTime } from "../../../server/kernel/time/now";
import { close, closeScreen, searchLedger, writeLine } from "../../../server/payroll";
import { folderOf, freshName } from "../../../server/tracking/log/folder";
import { framed, HEADER } from "../../../server/tracking/log/segment";
import { ask } from "../../reports/ask";
import { anAgent, anOffice, aSite } from "../../world/builders";
import { first } from "../../world/first";
import { aBoss, boss, closed, FIRST, inPayroll, OVER, SECOND, sold } from "./world";

/** The amounts that a closing will freeze, as its screen shows them before, and what refuses it. */

const EARLY = "2026-03-05T17:00:00Z";
const LATE = "2026-03-20T17:00:00Z";
const at = <T>(body: () => Promise<T>, moment = OVER[FIRST] ?? "") => withFixedTime(moment, body);
const shown = (more: object = {}) => at(() => ask(closeScreen, boss, { id: FIRST, ...more } as never));

/** Ann of North has sold for ₱1,000, bob of South for ₱500. */
async function twoOffices() {
  const type = first((await aSite()).types);
  const [north, south] = [await anOffice({ officeName: "North" }), await anOffice({ officeName: "South" })];
  const ann = await anAgent({ username: "ann", office: north });
  const bob = await anAgent({ username: "bob", office: south });
  for (const agent of [ann, ann, bob]) await sold(agent, type, EARLY);
  return { ann, bob, type };
}

test("pesos are shown at once, dollars with the rate, and both add up over accounts, offices and a search", () =>
  inPayroll(async () => {
    await twoOffices();
    const plain = await shown();
    expect(plain.items.map(({ agent, lines, count, php, usd }) => [agent, lines, count, php, usd])).toEqual([
      ["ann", 1, 2, 1000, null],
      ["bob", 1, 1, 500, null],
    ]);
    expect(plain.frozen).toEqual({ accounts: 2, lines: 2, php: 1500, usd: null });
    const rated = await shown({ phpPerUsd: 50 });
    expect(rated.items.map(({ usd }) => usd)).toEqual([20, 10]);
    expect(rated.sums).toEqual({ accounts: 2, lines: 2, php: 1500, usd: 30 });
    expect(rated.offices).toEqual([
      { officeName: "North", accounts: 1, php: 1000, usd: 20 },
      { officeName: "South", accounts: 1, php: 500, usd: 10 },
    ]);
    const found = await shown({ phpPerUsd: 50, search: "south" });
    expect([found.total, found.items.map(({ agent }) => agent)]).toEqual([1, ["bob"]]);
    expect([found.sums, found.frozen]).toEqual([{ accounts: 1, lines: 1, php: 500, usd: 10 }, rated.sums]);
    await closed(FIRST);
    const ledger = await at(() => ask(searchLedger, boss, {} as never));
    expect(ledger.items.map(({ php, usd }) => [php, usd]).sort()).toEqual([
      [1000, 20],
      [500, 10],
    ]);
  }));

test("the ledger is searched by half-month, and only events and payments have dollars of their own", () =>
  inPayroll(async () => {
    const { ann, type } = await twoOffices();
    const line = { agentId: ann.id, periodId: FIRST, kind: "penalty", php: 70, reason: "Late" };
    await at(async () => ask(writeLine, await aBoss(), line as never), EARLY);
    await closed(FIRST);
    await sold(ann, type, LATE);
    await closed(SECOND);
    const of = async (periodId: number) =>
      (await ask(searchLedger, boss, { periodId, sortField: "php", sortAsc: true } as never)).items.map(
        ({ kind, php, usd }) => [kind, php, usd],
      );
    expect(await of(FIRST)).toEqual([
      ["penalty", -70, null],
      ["event", 500, 10],
      ["event", 1000, 20],
    ]);
    expect(await of(SECOND)).toEqual([["event", 500, 10]]);
    const pages = [];
    for (let after: string | undefined = ""; after !== undefined;) {
      const { items, next }: { items: { id: number | null }[]; next?: string | null } = await ask(searchLedger, boss, {
        ...{ after, pageSize: 2 },
      } as never);
      pages.push(items.length);
      after = items.length < 2 ? undefined : (next ?? undefined);
    }
    expect(pages).toEqual([2, 2, 0]);
  }));

test("a half-month is not closed while a click of this machine is not in the database", () =>
  inPayroll(async () => {
    await twoOffices();
    const folder = folderOf(await loadOrCreateKey("visitors"));
    const segment = path.join(folder, freshName(0));
    mkdirSync(folder, { recursive: true });
    writeFileSync(segment, Buffer.concat([HEADER, framed(Buffer.from("a click on its way"))]));
    const closing = () => at(() => ask(close, boss, { id: FIRST, phpPerUsd: 50, confirmRate: 50 }));
    await expect(closing()).rejects.toMatchObject({
      ...{
        status: 409,
        message: "Some clicks and sales are not loaded yet. Please close this half-month once they are.",
      },
    });
    rmSync(segment);
    expect((await closing()).state).toBe("closed");
  }));
