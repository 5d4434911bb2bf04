import { describe, expect, test } from "vitest";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryOne, execute } from "../../../server/kernel/database/transactions";
import { toCents } from "../../../server/kernel/text/money";
import { sql } from "../../../server/kernel/database/sql";
import { close, pay, statement, statementExport, statementScreen } from "../../../server/payroll";
import { ledgerLines } from "../../../server/payroll/lines";
import type { Actor } from "../../../server/kernel/operation/roles";
import { ask, refused, refusedStream, textOf, fileNameOf } from "../../reports/ask";
import {
  aClosedPeriod,
  aLedgerLine,
  type Agent,
  anAdmin,
  anAgent,
  anOffice,
  aReversal,
  aSale,
  aSite,
  aSuperadmin,
  type Type,
} from "../../world/builders";
import { inRollback } from "../../world/database";
import { first } from "../../world/first";
import { planOf, touched } from "../../world/plan";
import { csvIn } from "../../world/table";

// In the second half of March, after the clocks changed.
const TODAY = "2026-03-20T17:00:00Z";
const [FEB1, FEB2, MAR1, MAR2] = [2026021, 2026022, 2026031, 2026032];
const TIER = "Sale at the AVP tier";

const inMarch = (body: () => Promise<void>) =>
  inRollback(async () => {
    await execute(sql`DELETE FROM avp_tiers`);
    await execute(sql`
      INSERT INTO avp_tiers VALUES ('2026-01-01', 0, 0, 0, 0, 0), ('2026-01-01', 1, 1, 9, 100, 2),
        ('2026-01-01', 2, 10, 24, 150, 3), ('2026-01-01', 3, 25, 1000, 200, 4)`);
    await withFixedTime(TODAY, body);
  });

const read = (actor: Actor, periodId: number, of: Record<string, unknown> = {}) =>
  ask(statement, actor, { periodId, ...of });
const sell = async (agent: Agent, type: Type, times: number, day: string, more: object = {}) => {
  for (let i = 0; i < times; i += 1)
    await aSale({ agent, type, at: `${day}T12:00:${String(i).padStart(2, "0")}Z`, ...more });
};
const anAvpType = async () => first((await aSite({ avp: true, types: [{ typename: "land" }] })).types);

/** The worked example: half-month 1 closed and paid, half-month 2 with a reversal of a sale from half-month 1. */
async function theExample() {
  const [agent, type, boss] = [await anAgent(), await anAvpType(), await aSuperadmin()];
  await sell(agent, type, 10, "2026-02-20");
  await sell(agent, type, 10, "2026-03-03");
  await withFixedTime("2026-03-02T17:00:00Z", async () => {
    await ask(close, boss.actor, { id: FEB2, phpPerUsd: 50 });
    await ask(pay, boss.actor, { id: FEB2 });
  });
  const frozen = await queryOne<{ id: number }>(sql`SELECT id FROM ledger WHERE kind = 'event'`);
  if (!frozen) throw new Error("Nothing was frozen.");
  await aLedgerLine({
    ...{ period: MAR1, agent, kind: "correction", type, basis: TIER, count: -1, php: -150, refersTo: frozen.id },
  });
  return { agent, type, boss, frozen };
}

describe("a statement", () => {
  test("matches the worked example: a paid half-month, and a reversal of one of its sales in the next [LEDGER-06]", () =>
    inMarch(async () => {
      const { agent, type, boss, frozen } = await theExample();
      const whose = { agentId: agent.id, companyId: agent.companyId };
      const names = { agent: agent.username, officeName: expect.any(String) as string };
      const plain = { reason: null, by: boss.username, refersTo: null };
      const line = { ...whose, ...plain, ...names, typeId: type.id, basis: TIER };
      expect(await read(boss.actor, FEB2, { agentId: agent.id })).toEqual({
        ...{ periodId: FEB2, agentId: agent.id, companyId: null, opening: { php: 0, usd: 0 } },
        lines: [
          {
            ...line,
            id: frozen.id,
            periodId: FEB2,
            kind: "event",
            count: 10,
            php: 1500,
            usd: 30,
            at: expect.any(String),
          },
        ],
        total: { php: 1500, usd: 30 },
        settlement: expect.objectContaining({ state: "paid", paid: { php: 1500, usd: 30 } }) as object,
      });
      const answer = await read(boss.actor, MAR1, { agentId: agent.id });
      const [event, correction, payment] = answer.lines;
      expect(event).toEqual({
        ...{ ...line, id: null, periodId: MAR1, kind: "event", count: 10, php: 1500, usd: 30, by: null, at: null },
      });
      expect(correction).toMatchObject({ kind: "correction", count: -1, php: -150, usd: null, refersTo: frozen.id });
      expect(payment).toMatchObject({ kind: "payment", typeId: null, basis: null, count: null, php: -1500, usd: -30 });
      expect(answer).toMatchObject({ opening: { php: 1500, usd: 30 }, total: { php: 1350, usd: null } });
      expect(answer.lines).toHaveLength(3);
      expect(await read(boss.actor, MAR1, { companyId: agent.companyId })).toEqual({
        ...{ ...answer, agentId: null, companyId: agent.companyId },
        settlement: { ...answer.settlement, payments: [] },
      });
    }));

  test("opens with the previous total, and its lines add up, for an agent, an office, a move [LEDGER-06]", () =>
    inMarch(async () => {
      const [boss, north, south] = [await aSuperadmin(), await anOffice(), await anOffice()];
      const [ada, bob] = [await anAgent({ office: north }), await anAgent({ office: north })];
      const moved = { ...ada, companyId: south.id };
      const [type, avp] = [first((await aSite({ types: [{ bonus: true }] })).types), await anAvpType()];
      const by = boss.accountId;
      await aLedgerLine({ period: FEB1, agent: ada, type, count: 3, php: 1500, usd: 26.79 });
      await aLedgerLine({ period: FEB1, agent: bob, type, count: 1, php: 500.01, usd: 8.93 });
      // 100 ÷ 56 and 33.33 ÷ 56 are rounded line by line.
      await aLedgerLine({ period: FEB1, agent: ada, kind: "advance", php: -100, reason: "cash", by });
      await aLedgerLine({ period: FEB1, agent: ada, kind: "penalty", php: -33.33, reason: "late", by });
      await aClosedPeriod(FEB1, { phpPerUsd: 56 });
      await aLedgerLine({ period: FEB2, agent: moved, type, count: 2, php: 1000, usd: 18 });
      await aLedgerLine({ period: FEB2, agent: ada, kind: "payment", php: -1366.67, usd: -24.41, settles: FEB1 });
      await aClosedPeriod(FEB2, { phpPerUsd: 55.5 });
      await sell(ada, avp, 6, "2026-03-03");
      await sell(moved, avp, 5, "2026-03-08");
      await sell(bob, type, 1, "2026-03-16", { event: "bonus" });
      await aLedgerLine({ period: MAR2, agent: bob, kind: "adjustment", php: 0.01, reason: "a centavo", by });
      const totals: Record<string, unknown[]> = {};
      const parties = { ada: { agentId: ada.id }, bob: { agentId: bob.id }, north: { companyId: north.id } };
      for (const [name, of] of Object.entries({ ...parties, south: { companyId: south.id } })) {
        let before = { php: 0, usd: 0 as number | null };
        totals[name] = [];
        for (const period of [FEB1, FEB2, MAR1, MAR2]) {
          const { opening, lines, total } = await read(boss.actor, period, of);
          expect({ period, opening }).toEqual({ period, opening: before });
          const sum = (key: "php" | "usd") =>
            lines.reduce((all, line) => all + toCents(line[key] ?? 0), toCents(opening[key] ?? 0));
          expect(toCents(total.php)).toBe(sum("php"));
          const known = [opening, ...lines].every(({ usd }) => usd !== null);
          expect(total.usd === null ? null : toCents(total.usd)).toBe(known ? sum("usd") : null);
          totals[name].push([total.php, total.usd]);
          before = total;
        }
      }
      expect(totals).toEqual({
        // 26.79 − 1.79 − 0.60 = 24.40; AVP dollars are the tier's, for eleven sales in both offices
        ada: [
          [1366.67, 24.4],
          [1000, 17.99],
          [2650, 50.99],
          [2650, 50.99],
        ],
        bob: [
          [500.01, 8.93],
          [500.01, 8.93],
          [500.01, 8.93],
          [750.02, null],
        ],
        north: [
          [1866.68, 33.33],
          [500.01, 8.92],
          [1400.01, 26.92],
          [1650.02, null],
        ],
        south: [
          [0, 0],
          [1000, 18],
          [1750, 33],
          [1750, 33],
        ],
      });
    }));

  test("has only ledger lines for a closed period, and also events for an open one [LEDGER-06]", () =>
    inMarch(async () => {
      const [agent, type, boss] = [await anAgent(), await anAvpType(), await aSuperadmin()];
      await sell(agent, type, 2, "2026-02-20");
      expect((await read(boss.actor, FEB2, { agentId: agent.id })).total).toEqual({ php: 200, usd: 4 });
      await aLedgerLine({ period: FEB2, agent, type, basis: TIER, count: 1, php: 100, usd: 2 });
      await aClosedPeriod(FEB2, { phpPerUsd: 50 });
      const { lines, total } = await read(boss.actor, FEB2, { agentId: agent.id });
      expect([lines.length, total]).toEqual([1, { php: 100, usd: 2 }]);
      expect((await read(boss.actor, MAR1, { agentId: agent.id })).opening).toEqual({ php: 100, usd: 2 });
      // A correction is not a priced event.
      const sold = await aSale({ agent, type, at: "2026-03-05T12:00:00Z" });
      await aReversal(sold, { at: "2026-03-06T12:00:00Z", flags: 5 });
      expect((await read(boss.actor, MAR1, { agentId: agent.id })).lines).toMatchObject([{ count: 1, php: 100 }]);
    }));

  test("of a long history reads only its own lines to compute its opening [LEDGER-06]", () =>
    inMarch(async () => {
      const [agent, other, type] = [await anAgent(), await anAgent(), await anAvpType()];
      // Ten years of 240 half-months, and a company of other agents.
      for (const [{ id, companyId }, lines] of [
        [agent, 1],
        [other, 100],
      ] as const)
        await execute(sql`
          INSERT INTO ledger (period_id, agent_id, company_id, kind, type_id, basis, count, php, each_php, usd, agent, office_name)
          SELECT year * 1000 + month * 10 + half, ${id}, ${companyId}, 'event', ${type.id}, 'b' || n, 1, 1, 1, 1, 'a', 'o'
          FROM generate_series(2016, 2025) AS year, generate_series(1, 12) AS month, generate_series(1, 2) AS half,
            generate_series(1, ${lines}::int) AS n`);
      await execute(sql`ANALYZE ledger`);
      const parties = { ledger_agent: { agentId: agent.id }, ledger_office: { companyId: agent.companyId } };
      for (const [index, of] of Object.entries(parties)) {
        const plan = await planOf(sql`SELECT sum(php) FROM (${ledgerLines(sql`l.period_id <= ${MAR1}`, of)}) AS l`);
        expect(JSON.stringify(plan)).toContain(`"Index Name":"${index}"`);
        expect(touched(plan)).toBeLessThan(3000);
      }
    }));
});

describe("permission to read a statement", () => {
  test("agents read their own, managers those of their office and its agents, admins any [LEDGER-07, ROLE-04]", () =>
    inMarch(async () => {
      const [north, south, admin] = [await anOffice(), await anOffice(), await anAdmin()];
      const [ada, cid] = [await anAgent({ office: north }), await anAgent({ office: south })];
      const type = await anAvpType();
      await sell(ada, type, 3, "2026-03-03");
      await sell(cid, type, 1, "2026-03-03");
      const php = async (actor: Actor, of = {}) => {
        const { agentId, companyId, total } = await read(actor, MAR1, of);
        return [agentId, companyId, total.php];
      };
      expect(await php(ada.actor)).toEqual([ada.id, null, 300]);
      expect(await php(ada.actor, { agentId: ada.id })).toEqual([ada.id, null, 300]);
      expect(await php(north.actor)).toEqual([null, north.id, 300]);
      expect(await php(north.actor, { agentId: ada.id })).toEqual([ada.id, null, 300]);
      expect(await php(admin.actor, { companyId: south.id })).toEqual([null, south.id, 100]);
      expect(await php(admin.actor, { agentId: cid.id, companyId: null })).toEqual([cid.id, null, 100]);
      // Names are only for roles that see them elsewhere.
      const keys = async (actor: Actor, of = {}) => Object.keys(first((await read(actor, MAR1, of)).lines));
      expect(await keys(ada.actor)).toContain("agentId");
      for (const name of ["agent", "officeName"]) expect(await keys(ada.actor)).not.toContain(name);
      expect(await keys(north.actor)).toContain("agent");
      expect(await keys(north.actor)).not.toContain("officeName");
      expect(await keys(admin.actor, { agentId: ada.id })).toEqual(expect.arrayContaining(["agent", "officeName"]));
    }));

  test("a manager sees what an agent earned in the manager's office, before and after a move; the agent sees all of it [LEDGER-07]", () =>
    inMarch(async () => {
      const [north, south, type] = [await anOffice(), await anOffice(), await anAvpType()];
      const ada = await anAgent({ office: south });
      await execute(
        sql`INSERT INTO agent_offices (agent_id, company_id, since, until)
        VALUES (${ada.id}, ${north.id}, '2019-01-01', '2020-01-01')`,
      );
      await aLedgerLine({ period: FEB2, agent: { ...ada, companyId: north.id }, type, php: 70, usd: 1 });
      await aLedgerLine({ period: FEB2, agent: ada, type, php: 30, usd: 1 });
      await aClosedPeriod(FEB2, { phpPerUsd: 50 });
      await sell({ ...ada, companyId: north.id }, type, 6, "2026-03-03");
      await sell(ada, type, 5, "2026-03-04");
      const seen = async (actor: Actor) => {
        const { opening, total } = await read(actor, MAR1, { agentId: ada.id });
        return [opening.php, total.php];
      };
      expect([await seen(north.actor), await seen(south.actor)]).toEqual([
        [70, 970],
        [30, 780],
      ]);
      expect(await seen(ada.actor)).toEqual([100, 1750]);
    }));

  const NOBODY = 2_147_483_647;
  test("unknown and foreign IDs, two at once, none at all, and filters of other roles are refused [LEDGER-07]", () =>
    inMarch(async () => {
      const [north, south, admin] = [await anOffice({ agents: 2 }), await anOffice({ agents: 1 }), await anAdmin()];
      const [ada, bob] = north.agents as [Agent, Agent];
      const cid = first(south.agents);
      const cases: [who: Actor, of: Record<string, unknown>, status: number, field?: string][] = [
        [ada.actor, { agentId: bob.id }, 404],
        [ada.actor, { companyId: north.id }, 422, "companyId"],
        [north.actor, { agentId: cid.id }, 404],
        [north.actor, { companyId: south.id }, 404],
        [admin.actor, { agentId: NOBODY }, 404],
        [admin.actor, { companyId: NOBODY }, 404],
        [admin.actor, {}, 422, "agentId"],
        [admin.actor, { agentId: ada.id, companyId: north.id }, 422, "agentId"],
        [ada.actor, { agentId: ada.id, companyId: north.id }, 422, "agentId"],
        [admin.actor, { agentId: 0 }, 422, "agentId"],
        [admin.actor, { agentId: "ada" }, 422, "agentId"],
        [admin.actor, { agentId: [ada.id] }, 422, "agentId"],
        [admin.actor, { companyId: 1.5 }, 422, "companyId"],
        [admin.actor, { companyId: NOBODY + 1 }, 422, "companyId"],
      ];
      for (const [actor, of, status, field] of cases) {
        const refusal = await refused(statement, actor, { periodId: MAR2, ...of });
        expect({ of, status: refusal.status, fields: Object.keys((refusal.data as object) ?? {}) }).toEqual({
          ...{ of, status, fields: field ? [field] : [] },
        });
      }
      expect(await refused(statement, null, { periodId: MAR2 })).toEqual({ status: 401 });
      expect((await refusedStream(statementExport, admin.actor, { periodId: MAR2 })).status).toBe(422);
      expect(await refusedStream(statementExport, north.actor, { periodId: MAR2, agentId: cid.id })).toEqual({
        status: 404,
      });
    }));

  test.each([0, 1, 2026, 2026133, 2026130, 2026003, 2026033, 202603, 20260311, 2026041, 2030011, 2026022, NOBODY])(
    "the period %i does not exist [LEDGER-06]",
    (periodId) =>
      inMarch(async () => {
        const agent = await anAgent();
        const status = periodId === 0 ? 422 : 404;
        expect((await refused(statement, agent.actor, { periodId })).status).toBe(status);
        expect((await refused(statementScreen, agent.actor, { periodId })).status).toBe(status);
      }),
  );
});

describe("the screen and the export of a statement", () => {
  test("lines show site, link, tier, and what a correction or payment refers to [LEDGER-06, LEDGER-08]", () =>
    inMarch(async () => {
      const { agent, boss } = await theExample();
      const { sheet, period, asked } = await ask(statementScreen, boss.actor, {
        periodId: MAR1,
        agentId: agent.username,
      });
      expect(period).toMatchObject({ state: "open", phpPerUsd: null, earlier: FEB2, later: MAR2 });
      expect(asked).toMatchObject({ agentId: agent.id, agent: agent.username });
      const [event, correction, payment] = sheet?.lines ?? [];
      expect(event).toMatchObject({ link: "land", tier: "10-24 sales", basis: TIER, origin: null, gone: false });
      const origin = { id: FEB2, start: "2026-02-16", end: "2026-02-28" };
      expect(correction).toMatchObject({ link: "land", tier: null, origin });
      expect(payment).toMatchObject({ link: null, tier: null, origin });
      const paid = await ask(statementScreen, boss.actor, { periodId: FEB2, agentId: agent.id });
      expect(paid.period).toMatchObject({ state: "paid", phpPerUsd: 50, earlier: null, later: MAR1 });
      expect((await ask(statementScreen, boss.actor, { periodId: MAR2, agentId: agent.id })).period.later).toBeNull();
    }));

  test("pages carry the balance over, and every page adds up to the total [LEDGER-06]", () =>
    inMarch(async () => {
      const [agent, boss] = [await anAgent(), await aSuperadmin()];
      await aLedgerLine({ period: FEB2, agent, type: await anAvpType(), php: 12.34, usd: 0.25 });
      await aClosedPeriod(FEB2, { phpPerUsd: 50 });
      for (let n = 1; n <= 7; n += 1)
        await aLedgerLine({ period: MAR1, agent, kind: "advance", php: -n / 100, reason: "-1", by: boss.accountId });
      for (const page of [1, 2, 3, 4, 5]) {
        const { sheet } = await ask(statementScreen, boss.actor, {
          periodId: MAR1,
          agentId: agent.id,
          page,
          pageSize: 2,
        });
        const shown = [sheet?.carried ?? sheet?.opening, ...(sheet?.lines ?? []), sheet?.later].map((sum) =>
          toCents(sum?.php ?? 0),
        );
        expect([shown.reduce((all, one) => all + one, 0n), sheet?.count]).toEqual([1206n, 7]);
        expect(sheet?.total).toEqual({ php: 12.06, usd: null });
      }
      const print = await ask(statementScreen, boss.actor, {
        periodId: MAR1,
        agentId: agent.id,
        page: 3,
        pageSize: 2,
        print: true,
      });
      expect([print.sheet?.lines.length, print.sheet?.carried, print.sheet?.later]).toEqual([7, null, null]);
    }));

  test("the export has all lines between opening and total, as plain signed amounts, and quotes formulas [LEDGER-06]", () =>
    inMarch(async () => {
      const { agent, boss, frozen } = await theExample();
      await aLedgerLine({
        period: MAR1,
        agent,
        kind: "penalty",
        php: -1,
        reason: '=HYPERLINK("x")',
        by: boss.accountId,
      });
      const csv = await textOf(statementExport, boss.actor, { periodId: MAR1, agentId: agent.id });
      const file = csvIn(csv);
      expect(csv.startsWith("No.,Line,")).toBe(true);
      expect(file.column("Line")).toEqual(["Opening balance", "Sale", "Correction", "Penalty", "Payment", "Total"]);
      expect(file.column("Pesos")).toEqual(["1500.00", "1500.00", "-150.00", "-1.00", "-1500.00", "1349.00"]);
      expect(file.column("Dollars")).toEqual(["30.00", "30.00", "", "", "-30.00", ""]);
      expect(file.row({ Line: "Sale" })).toMatchObject({ "AVP tier": "10-24 sales" });
      expect(file.column("Refers to").slice(2)).toEqual([`${frozen.id}`, "", `${FEB2}`, ""]);
      expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
      const own = await textOf(statementExport, agent.actor, { periodId: MAR1 });
      expect(own.split("\n")[0]).not.toMatch(/Office|Agent/);
    }));

  test("an admin must choose an agent or office; a deleted agent keeps the name on their lines", () =>
    inMarch(async () => {
      const { agent, boss } = await theExample();
      const empty = await ask(statementScreen, boss.actor, { periodId: MAR1 });
      expect([empty.sheet, empty.asked.agentId]).toEqual([null, undefined]);
      expect(empty.periods.map(({ value }) => value)).toEqual([MAR2, MAR1, FEB2]);
      await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agent.accountId}`);
      const { asked, sheet } = await ask(statementScreen, boss.actor, { periodId: FEB2, agentId: agent.id });
      const [line] = sheet?.lines ?? [];
      expect([asked.agent, line?.agent, line?.gone]).toEqual([null, agent.username, true]);
      expect(await fileNameOf(statementExport, boss.actor, { periodId: FEB2, agentId: agent.id })).toBe(
        "statement_deleted-agent_2026-02-16_2026-02-28.csv",
      );
    }));
});
