import { expect, test } from "vitest";
import { queryRows, execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { linesOf, pricedLines, readTotalUpTo } from "../../../server/payroll";
import { aReversal, aSale, aSite, anAgent, anOffice } from "../../world/builders";
import { first } from "../../world/first";
import { inRollback } from "../../world/database";

const MARCH = { start: "2026-03-01", end: "2026-03-31" };
const [FIRST, SECOND] = ["2026-03-05T17:00:00Z", "2026-03-20T17:00:00Z"];

const scheduled = (body: () => Promise<unknown>) =>
  inRollback(async () => {
    await execute(sql`DELETE FROM avp_tiers`);
    await execute(sql`
      INSERT INTO avp_tiers (valid_from, index, from_count, to_count, payout_php, payout_dollars)
      VALUES ('2026-01-01', 0, 0, 1, 50, 1), ('2026-01-01', 1, 2, 1000, 100, 2.5)`);
    await body();
  });

test("events are summed by agent, office, link and basis, without corrections [LEDGER-01]", () =>
  scheduled(async () => {
    const [here, there] = [await anOffice(), await anOffice()];
    const agent = await anAgent({ office: here });
    const moved = { ...agent, companyId: there.id };
    const [avp, plain, approve] = [
      await aSite({ avp: true, types: [{ bonus: true }] }),
      await aSite(),
      await aSite({ useApproveSale: true, types: [{ bonus: true }] }),
    ].map(({ types }) => first(types));
    const sell = (type: typeof avp, more: Partial<Parameters<typeof aSale>[0]> = {}) =>
      aSale({ agent, type: type!, at: FIRST, ...more });
    await sell(avp);
    await sell(avp, { agent: moved });
    await sell(avp, { event: "bonus" });
    await sell(plain);
    await aReversal(await sell(plain), { at: FIRST });
    await sell(plain, { price: { payout: 450 } });
    await sell(plain, { event: "click" });
    await sell(approve);
    await sell(approve, { event: "bonus" });
    await sell(avp, { at: SECOND });
    await aReversal(await sell(plain, { at: SECOND }), { at: SECOND, flags: 4 });
    const of = (rate: string | null) =>
      queryRows<Record<string, unknown>>(sql`
        SELECT period_id, company_id, type_id, basis, count, each_php, php, usd
        FROM (${pricedLines(MARCH, { agentId: agent.id }, rate)}) AS l
        ORDER BY period_id, company_id, type_id, basis`);
    const line = (period: number, office: { id: number }, type: typeof avp, basis: string, money: unknown[]) => {
      const [count, each, php, usd] = money;
      return {
        ...{ period_id: period, company_id: office.id, type_id: type!.id, basis },
        ...{ count, each_php: each, php, usd },
      };
    };
    const lines = (rate: boolean) => [
      line(2026031, here, avp, "Bonus at ₱250.00 (default)", [1, "250.00", "250.00", rate ? "4.46" : null]),
      line(2026031, here, avp, "Sale at the AVP tier", [1, "100.00", "100.00", "2.50"]),
      line(2026031, here, plain, "Sale at ₱450.00 (default)", [1, "450.00", "450.00", rate ? "8.04" : null]),
      line(2026031, here, plain, "Sale at ₱500.00 (default)", [1, "500.00", "500.00", rate ? "8.93" : null]),
      line(2026031, here, approve, "Bonus at ₱250.00 (default)", [1, "250.00", "250.00", rate ? "4.46" : null]),
      line(2026031, here, approve, "Sale, paid by its bonus", [1, "0.00", "0.00", rate ? "0.00" : null]),
      line(2026031, there, avp, "Sale at the AVP tier", [1, "100.00", "100.00", "2.50"]),
      line(2026032, here, avp, "Sale at the AVP tier", [1, "50.00", "50.00", "1.00"]),
      line(2026032, here, plain, "Sale at ₱500.00 (default)", [1, "500.00", "500.00", rate ? "8.93" : null]),
    ];
    expect(await of(null)).toEqual(lines(false));
    expect(await of("56")).toEqual(lines(true));
    const [open] = await linesOf(2026032, { agentId: agent.id, companyId: here.id });
    expect(open).toMatchObject({ id: null, kind: "event", count: 1, php: "50.00", usd: "1.00", agent: agent.username });
    expect(await linesOf(2026032, { companyId: there.id })).toEqual([]);
    expect(await linesOf(2026042, {})).toEqual([]);
    expect(await readTotalUpTo(2026031, { agentId: agent.id })).toEqual({ php: "1650.00", usd: null });
    expect(await readTotalUpTo(2026031, { companyId: there.id })).toEqual({ php: "100.00", usd: "2.50" });
  }));
