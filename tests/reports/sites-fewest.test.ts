import { beforeAll, expect, test } from "vitest";
import { rollUpOnce } from "../../server/tracking";
import { sites } from "../../server/reports";
import { aClick, type Agent, anOffice, aSale, aSite, aSuperadmin, type Type } from "../world/builders";
import { aDatabase } from "../world/database";
import { first } from "../world/first";
import { ask } from "./ask";

beforeAll(async () => {
  await (await aDatabase()).enter();
});

/** Noon in New York. */
const at = (day: string) => new Date(`${day}T16:00:00Z`);

async function click(agent: Agent, type: Type, day: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await aClick({ agent, type, at: at(day), unique: true });
}

test.each(["raws", "uniques"])(
  "a Detail by %s upwards finds a later group with fewer, a group without clicks, and those that are rolled up or not [STAT-27]",
  async (sortField) => {
    const { actor } = await aSuperadmin();
    const office = await anOffice({ agents: 30 });
    const type = first((await aSite({ enabledFor: [office] })).types);
    const [early, last] = [office.agents.slice(0, 28), office.agents.slice(28) as [Agent, Agent]];
    const page = async (number: number, pageSize: number) => {
      const range = { start: "2026-03-01", end: "2026-03-31" };
      const given = {
        groupBy: "detail",
        ...range,
        companyId: office.id,
        page: number,
        pageSize,
        sortField,
        sortAsc: true,
      };
      const { items } = (await ask(sites, actor, given)).page;
      return items.map((row) => [row.date, row.agentId, row[sortField]]);
    };

    for (const agent of early) await click(agent, type, "2026-03-02", 2);
    await click(last[0], type, "2026-03-20", 1);
    const two = early.map(({ id }) => ["2026-03-02", id, 2]);
    const one = ["2026-03-20", last[0].id, 1];
    expect(await page(1, 1)).toEqual([one]);
    expect(await page(2, 1)).toEqual(two.slice(0, 1));
    expect(await page(1, 40)).toEqual([one, ...two]);

    await rollUpOnce();
    await click(last[0], type, "2026-03-01", 1);
    const ones = [["2026-03-01", last[0].id, 1], one];
    expect(await page(1, 1)).toEqual(ones.slice(0, 1));
    // A click of another day, so that the day of the sale has none.
    const earlier = await aClick({ agent: last[1], type, at: at("2026-02-10") });
    await aSale({ agent: last[1], type, at: at("2026-03-25"), click: earlier });
    const none = ["2026-03-25", last[1].id, 0];
    expect(await page(1, 1)).toEqual([none]);
    expect(await page(2, 1)).toEqual(ones.slice(0, 1));
    expect(await page(4, 1)).toEqual(two.slice(0, 1));

    await rollUpOnce();
    await click(last[1], type, "2026-03-25", 3);
    expect(await page(1, 1)).toEqual(ones.slice(0, 1));
    expect(await page(1, 40)).toEqual([...ones, ...two, ["2026-03-25", last[1].id, 3]]);
  },
);
