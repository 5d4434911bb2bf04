import { expect, test } from "vitest";
import { setStatus as setAgents, update as updateAgent } from "../../../server/agents";
import { save as saveFee } from "../../../server/fees";
import { withFixedTime } from "../../../server/kernel/time/now";
import { queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { update as updateOffice } from "../../../server/offices";
import { linesOf, computePeriodHash, readTotalUpTo } from "../../../server/payroll";
import { sites as sitesReport } from "../../../server/reports";
import { setStatus as setSites, update as updateSite } from "../../../server/sites";
import { removeAgent } from "../../../server/tracking";
import { setAvpPeriods, update as updateType } from "../../../server/types";
import { ask } from "../../reports/ask";
import { anAgent, anOffice, aSite, aSuperadmin } from "../../world/builders";
import { first } from "../../world/first";
import { closed, FIRST, inPayroll, ledgerOf, paid, SECOND, sold, soldOften, takenBack } from "./world";

const [EARLY, LATE] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];

const everything = async (agent: { id: number }, companyId: number) => {
  const { actor } = await aSuperadmin();
  const range = { groupBy: "agent", start: "2026-03-01", end: "2026-03-15" };
  const { page, overall, types } = await ask(sitesReport, actor, range);
  return {
    ledger: (await ledgerOf(agent)).filter(({ period }) => period === FIRST),
    periods: await queryRows<{ state: string; hash: string }>(sql`SELECT * FROM pay_periods WHERE id = ${FIRST}`),
    seal: await computePeriodHash(FIRST, "50"),
    statements: [await linesOf(FIRST, { agentId: agent.id }), await linesOf(FIRST, { companyId })],
    totals: [await readTotalUpTo(FIRST, { agentId: agent.id }), await readTotalUpTo(FIRST, { companyId })],
    events: await queryRows(
      sql`SELECT id, day, company_id, flags, payout, earning FROM sale_events WHERE day <= '2026-03-15' ORDER BY id`,
    ),
    report: { rows: page.items.map((row) => ({ ...row, agent: 0, agentFullName: 0, officeName: 0 })), overall, types },
  };
};

test("a closed half-month never changes with rates, offices, agents or sites, and deleting an agent keeps every total [LEDGER-02] [PRICE-10] [PRICE-04]", () =>
  inPayroll(async () => {
    const [office, other] = [await anOffice(), await anOffice()];
    const agent = await anAgent({ office });
    const [avpSite, plainSite] = [await aSite({ avp: true }), await aSite({ types: [{ bonus: true }] })];
    const [avp, plain] = [first(avpSite.types), first(plainSite.types)];
    const [sale] = await soldOften(3, agent, avp, EARLY);
    const bonus = await sold(agent, plain, EARLY, "bonus");
    await sold(agent, plain, EARLY);
    await closed(FIRST);
    const { actor } = await aSuperadmin({ designated: true });
    const before = await everything(agent, office.id);
    expect(before).toMatchObject({ totals: [{ php: "1050.00" }, { php: "1050.00" }], seal: before.periods[0]?.hash });
    expect(before.report.rows).toHaveLength(1);

    const changes: [string, () => Promise<unknown>][] = [
      ["rates", () => ask(updateType, actor, { id: plain.id, payout: 1, earning: 1, bonusPayout: 2 })],
      [
        "fees",
        () => ask(saveFee, actor, { typeId: plain.id, companyId: office.id, enable: true, payout: 3, bonusPayout: 4 }),
      ],
      [
        "tiers",
        () =>
          ask(setAvpPeriods, actor, {
            periods: [{ from: 0, payoutPhp: 7, payoutDollars: 7 }],
            validFrom: "2026-03-16",
          }),
      ],
      ["flags", () => ask(updateSite, actor, { id: avpSite.id, avp: false, useApproveSale: true })],
      ["suspension of a site", () => ask(setSites, actor, { ids: [plainSite.id], status: 0 })],
      ["name of an office", () => ask(updateOffice, actor, { id: office.id, officeName: "Another name" })],
      [
        "move and name of an agent",
        () => ask(updateAgent, actor, { id: agent.id, companyId: other.id, firstName: "Other" }),
      ],
      ["suspension of an agent", () => ask(setAgents, actor, { ids: [agent.id], active: false })],
      [
        "sales, reversals and corrections",
        async () => {
          if (sale) await takenBack(sale, LATE);
          await takenBack(bonus, LATE);
          await soldOften(12, { ...agent, companyId: other.id }, avp, LATE);
        },
      ],
      ["payment", () => paid(FIRST)],
      ["the next closing", () => closed(SECOND)],
      [
        "deletion of the agent",
        () => withFixedTime("2026-04-01T17:00:00Z", () => ask(removeAgent, actor, { id: agent.id })),
      ],
    ];
    for (const [what, change] of changes) {
      await withFixedTime(LATE, change);
      const after = await everything(agent, office.id);
      const [period] = before.periods;
      const isPaid = after.periods[0]?.state === "paid";
      const paying = isPaid ? { state: "paid", paid_at: expect.any(Date) as unknown, paid_by: null } : {};
      expect(after, what).toEqual({ ...before, periods: [{ ...period, ...paying }] });
    }
    const names = (await ledgerOf(agent)).map(({ agent: name, office: at }) => `${name} ${at}`);
    expect(new Set(names)).toEqual(
      new Set([
        `${agent.username} ${office.officeName}`,
        `${agent.username} Another name`,
        `${agent.username} ${other.officeName}`,
      ]),
    );
  }));
