import { expect, test } from "vitest";
import { FLAGS } from "../../server/trade/flags";
import { withFixedTime } from "../../server/kernel/time/now";
import { linkWhatIf, linkWhatIfExport, tiersWhatIf } from "../../server/reports";
import { performStream } from "../../server/kernel/operation/perform";
import { ask, refused } from "./ask";
import { anAdmin, anAgent, anOffice, aPrice, aReversal, aSale, aSite, aSuperadmin } from "../world/builders";
import { execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { inRollback } from "../world/database";
import { first } from "../world/first";

const NOVEMBER_20 = "2026-11-20T17:00:00Z";
const onNovember20 = <T>(act: () => Promise<T>) => inRollback(() => withFixedTime(NOVEMBER_20, act));
const at = (day: string) => new Date(`${day}T17:00:00Z`);

/** Two offices, North with a price of its own, a link with a country price and a bonus, and a sale of each kind. */
async function aNetwork() {
  const [north, south] = [
    await anOffice({ officeName: "North", agents: 1 }),
    await anOffice({ officeName: "South", agents: 1 }),
  ];
  const type = first((await aSite({ types: [{ bonus: true }] })).types);
  await aPrice({ type, geo: "PH", payout: 650, since: "2020-01-02" });
  await aPrice({ type, office: north, payout: 555, bonusPayout: 222, since: "2020-01-02" });
  const [ofNorth, ofSouth] = [first(north.agents), first(south.agents)];
  const sales = [
    [ofNorth, "sale", 555, "PH", "2026-10-05"],
    [ofNorth, "bonus", 222, "PH", "2026-10-05"],
    [ofSouth, "sale", 650, "PH", "2026-10-20"],
    [ofSouth, "sale", 500, "US", "2026-11-03"],
    [ofSouth, "bonus", 250, "US", "2026-11-03"],
    [ofSouth, "sale", 500, "", "2026-11-16"],
    [ofSouth, "sale", 500, "", "2026-09-30"],
  ] as const;
  for (const [agent, event, payout, geo, day] of sales) {
    await aSale({ type, agent, event, geo, at: at(day), price: { payout } });
  }
  return { type, north, south };
}

test("without other prices the cost is what was paid, in the three half-months that are over", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const { type } = await aNetwork();
    const answer = await ask(linkWhatIf, actor, { id: type.id });
    expect(answer.halves.map(({ start, php, newPhp }) => [start, php, newPhp])).toEqual([
      ["2026-10-01", 777, 777],
      ["2026-10-16", 650, 650],
      ["2026-11-01", 750, 750],
    ]);
    expect(answer.total).toEqual({ sales: 3, bonusSales: 2, php: 2177, newPhp: 2177, difference: 0 });
  }));

test("a new usual price leaves offices and countries with their own price alone, and each of theirs replaces its own [PRICE-01]", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const { type, north, south } = await aNetwork();
    const total = async (trial: object) => (await ask(linkWhatIf, actor, { id: type.id, ...trial })).total.difference;
    expect(await total({ payout: 600 })).toBe(100);
    expect(await total({ bonusPayout: 300 })).toBe(50);
    expect(await total({ feeGeos: [{ geo: "PH", payout: 700 }] })).toBe(50);
    expect(await total({ feeGeos: [{ geo: "US", payout: 700 }] })).toBe(200);
    expect(await total({ offices: [{ companyId: north.id, payout: 600, bonusPayout: 200 }] })).toBe(23);
    expect(await total({ offices: [{ companyId: south.id, payout: 600 }], feeGeos: [{ geo: "PH", payout: 1 }] })).toBe(
      50,
    );
    const { offices, agents } = await ask(linkWhatIf, actor, { id: type.id, payout: 600 });
    expect(offices.map(({ officeName, difference }) => [officeName, difference])).toEqual([
      ["South", 100],
      ["North", 0],
    ]);
    expect(agents).toMatchObject({ total: 2, items: [{ officeName: "South", php: 1400, newPhp: 1500 }, {}] });
  }));

test("other AVP tiers are paid by the number of sales of each agent, and sales of AVP links keep their tier's price [PRICE-07]", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    await execute(sql`DELETE FROM avp_tiers`);
    await execute(sql`
      INSERT INTO avp_tiers VALUES ('2020-01-01', 0, 0, 1, 100, 2), ('2020-01-01', 1, 2, 1000, 150, 3)`);
    const type = first((await aSite({ avp: true })).types);
    const [one, two] = [await anAgent(), await anAgent()];
    for (const agent of [one, two, two]) await aSale({ type, agent, at: at("2026-11-03") });
    const asPaid = await ask(tiersWhatIf, actor, {});
    expect([asPaid.total.php, asPaid.total.newPhp]).toEqual([400, 400]);
    const tiers = [{ from: 0, payoutPhp: 100 }, { from: 2, payoutPhp: 180 }, {}];
    expect((await ask(tiersWhatIf, actor, { tiers })).total).toMatchObject({ php: 400, newPhp: 460, difference: 60 });
    expect((await ask(linkWhatIf, actor, { id: type.id, payout: 999 })).total).toMatchObject({ php: 400, newPhp: 400 });
  }));

test("admins may try prices, lower roles may not, and impossible prices name their field", () =>
  onNovember20(async () => {
    const [admin, manager] = [await anAdmin(), await anOffice()];
    const id = first((await aSite()).types).id;
    expect((await ask(linkWhatIf, admin.actor, { id })).total.php).toBe(0);
    expect(await refused(linkWhatIf, manager.actor, { id })).toEqual({ status: 403 });
    expect(await refused(tiersWhatIf, manager.actor, {})).toEqual({ status: 403 });
    expect(await refused(linkWhatIf, admin.actor, { id: 2_000_000_000 })).toEqual({ status: 404 });
    for (const [input, field] of [
      [{ bonusPayout: 1 }, "bonusPayout"],
      [{ payout: 1.234 }, "payout"],
      [{ offices: [{ companyId: manager.id, bonusPayout: 1 }] }, "offices[0].bonusPayout"],
      [{ offices: [{ payout: 1 }] }, "offices[0].companyId"],
      [{ feeGeos: [{}, { payout: 1 }] }, "feeGeos[1].geo"],
      [
        {
          feeGeos: [
            { geo: "US", payout: 1 },
            { geo: "us", payout: 2 },
          ],
        },
        "feeGeos[1].geo",
      ],
    ] as const) {
      expect([field, await refused(linkWhatIf, admin.actor, { id, ...input })]).toMatchObject([
        field,
        { status: 422, data: { [field]: [expect.any(String)] } },
      ]);
    }
    for (const [tiers, field] of [
      [[{ from: 1, payoutPhp: 1 }], "tiers[0].from"],
      [
        [
          { from: 0, payoutPhp: 1 },
          { from: 0, payoutPhp: 1 },
        ],
        "tiers[1].from",
      ],
      [[{ from: 0 }], "tiers[0].payoutPhp"],
    ] as const) {
      expect(await refused(tiersWhatIf, admin.actor, { tiers })).toMatchObject({
        status: 422,
        data: { [field]: [expect.any(String)] },
      });
    }
  }));

test("a correction keeps the pesos at which its original was frozen [LEDGER-03]", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const type = first((await aSite({ types: [{ bonus: true }] })).types);
    const agent = await anAgent();
    for (const event of ["sale", "bonus"] as const) {
      const sale = await aSale({ type, agent, event, at: at("2026-10-05") });
      await aReversal(sale, { at: at("2026-11-03"), flags: FLAGS.correction });
    }
    const { halves } = await ask(linkWhatIf, actor, { id: type.id, payout: 600, bonusPayout: 300 });
    expect(halves.map(({ php, newPhp }) => [php, newPhp])).toEqual([
      [750, 900],
      [0, 0],
      [-750, -750],
    ]);
  }));

test("the export has a row for each agent and the total", () =>
  onNovember20(async () => {
    const { actor } = await aSuperadmin();
    const { type } = await aNetwork();
    let text = "";
    for await (const piece of performStream(linkWhatIfExport, actor, { id: type.id, payout: 600 }, {
      channel: "program",
    } as never))
      text += piece;
    const rows = text.trim().split("\n");
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain("As paid ₱,At these prices ₱,Difference ₱");
    expect(rows[1]).toMatch(/^1,South,\S+,2,1,1400\.00,1500\.00,100\.00$/);
    expect(rows[3]).toBe("Overall Total,,,3,2,2177.00,2277.00,100.00");
  }));
