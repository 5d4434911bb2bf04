import { describe, expect } from "vitest";
import { changeStatus } from "../../server/accounts";
import { setStatus } from "../../server/agents";
import { withFixedTime } from "../../server/kernel/time/now";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import { dashboard } from "../../server/reports";
import {
  type Agent,
  anAdmin,
  anAgent,
  anOffice,
  aReversal,
  aSale,
  aSite,
  aSuperadmin,
  type Type,
} from "../world/builders";
import { first } from "../world/first";
import { test } from "../world/rollback";
import { ask } from "./ask";
import { fold } from "./fold";

// A Saturday. The week began on Monday the 16th, which is also the first day of the half-month.
const TODAY = "2026-11-21T17:00:00Z";
const read = (actor: Actor, today = TODAY) => withFixedTime(today, () => ask(dashboard, actor));

async function aType(): Promise<Type> {
  return first((await aSite({ types: [{ bonus: true }] })).types);
}

const sell = async (agent: Agent, type: Type, times: number, day: string) => {
  for (let i = 0; i < times; i += 1) await aSale({ agent, type, at: `${day}T12:00:0${i}-05:00` });
};

/** Two offices with two agents each, and their sales in this week, in this half-month, before it and long ago. */
async function aNetwork() {
  const [north, south] = [await anOffice({ officeName: "North" }), await anOffice({ officeName: "South" })];
  const [ada, bob] = [
    await anAgent({ office: north, username: "ada", firstName: "Ada", lastName: "Berg" }),
    await anAgent({ office: north, username: "Bob", firstName: "Bob", lastName: "Dahl", active: false }),
  ];
  const [cid, dan] = [
    await anAgent({ office: south, username: "cid", firstName: "Cid", lastName: "Ek", hidden: true }),
    await anAgent({ office: south, username: "dan" }),
  ];
  const type = await aType();
  await sell(ada, type, 1, "2026-11-16");
  await sell(bob, type, 3, "2026-11-20");
  await sell(cid, type, 1, "2026-11-21");
  await sell(cid, type, 4, "2026-11-15");
  await sell(ada, type, 2, "2026-11-01");
  await sell(dan, type, 2, "2024-02-29");
  return { boss: (await aSuperadmin()).actor, north, south, ada, bob, cid, dan, type };
}

const places = (rows: { agent: string; sales: number }[]) => rows.map(({ agent, sales }) => `${agent} ${sales}`);

describe("the rankings", () => {
  test("cover the known network, each in its own period [HOME-07, HOME-14, HOME-15, HOME-16, API-21]", async () => {
    const { boss } = await aNetwork();
    const { weekTop10, allTimeTop10, beWeekOffices, ...rest } = await read(boss);
    expect(weekTop10).toEqual([
      { office: "North", agent: "Bob", agentName: "Bob Dahl", sales: 3 },
      { office: "North", agent: "ada", agentName: "Ada Berg", sales: 1 },
      { office: "South", agent: "cid", agentName: "Cid Ek", sales: 1 },
    ]);
    expect(places(allTimeTop10)).toEqual(["cid 5", "ada 3", "Bob 3", "dan 2"]);
    expect(beWeekOffices).toEqual([
      { name: "North", sales1: 4, progress: 100, progressSoFar: 100 },
      { name: "South", sales1: 1, progress: -75, progressSoFar: 100 },
    ]);
    expect(rest).toEqual({
      ...{ agentNotes: null, showAgentFraudNotes: false, lastNews: { html: "" } },
      ...{ weekPeriod: "2026-11-16,2026-11-22,week", beWeekPeriod: "2026-11-16,2026-11-30,beWeek" },
    });
  });

  test("compare offices also with the same days of the half-month before, so that a running one is not a fall", async () => {
    const [agent, type] = [await anAgent(), await aType()];
    await sell(agent, type, 2, "2026-11-06");
    await sell(agent, type, 4, "2026-11-07");
    await sell(agent, type, 3, "2026-11-21");
    const growth = async (today: string) => {
      const { progress, progressSoFar } = first((await read(agent.actor, today)).beWeekOffices);
      return { progress, progressSoFar };
    };
    // The sixth day, the seventh, and the last.
    expect(await growth("2026-11-21T17:00:00Z")).toEqual({ progress: -50, progressSoFar: 50 });
    expect(await growth("2026-11-22T17:00:00Z")).toEqual({ progress: -50, progressSoFar: -50 });
    await fold();
    expect(await growth("2026-11-21T17:00:00Z")).toEqual({ progress: -50, progressSoFar: 50 });
    expect(await growth("2026-11-30T17:00:00Z")).toEqual({ progress: -50, progressSoFar: -50 });
  });

  test("are the same when everything or half of it is rolled up", async () => {
    const { boss, cid, type } = await aNetwork();
    const unfolded = await read(boss);
    await fold();
    expect(await read(boss)).toEqual(unfolded);
    await sell(cid, type, 1, "2026-11-21");
    const { weekTop10, allTimeTop10, beWeekOffices } = await read(boss);
    expect(places(weekTop10)).toEqual(["Bob 3", "cid 2", "ada 1"]);
    expect(places(allTimeTop10)[0]).toBe("cid 6");
    expect(beWeekOffices[1]).toMatchObject({ name: "South", sales1: 2, progress: -50 });
  });

  test("cover the whole network for every role, and show agents' offices only to admins [HOME-12]", async () => {
    const { boss, north, ada } = await aNetwork();
    const all = await read(boss);
    expect(await read((await anAdmin()).actor)).toEqual(all);
    const without = (rows: object[]) => rows.map((row) => ({ ...row, office: undefined }));
    for (const { actor } of [north, ada]) {
      const { weekTop10, allTimeTop10, beWeekOffices } = await read(actor);
      expect(weekTop10).toEqual(without(all.weekTop10));
      expect(weekTop10[0]).not.toHaveProperty("office");
      expect(allTimeTop10).toEqual(without(all.allTimeTop10));
      expect(allTimeTop10[0]).not.toHaveProperty("office");
      expect(beWeekOffices).toEqual(all.beWeekOffices);
    }
  });

  test("have ten rows with ties by name, and leave out bonuses, deleted agents and agents without a sale [HOME-11]", async () => {
    const [office, type] = [await anOffice(), await aType()];
    const agents: Agent[] = [];
    for (const letter of "lkjihgfedcba") agents.push(await anAgent({ office, username: `Agent${letter}` }));
    for (const agent of agents) await sell(agent, type, 1, "2026-11-18");
    const [l, k, j] = agents;
    if (!l || !k || !j) throw new Error("There are too few agents.");
    await aSale({ agent: k, type, event: "bonus", at: "2026-11-18T12:00:00-05:00" });
    await sell(l, type, 1, "2026-11-19");
    const taken = await aSale({ agent: j, type, at: "2026-11-18T12:00:00-05:00" });
    for (let times = 0; times < 2; times += 1) await aReversal(taken, { at: "2026-11-19T12:00:00-05:00" });
    await execute(sql`UPDATE accounts SET deleted_at = now() WHERE username = 'Agenta'`);
    const { weekTop10, allTimeTop10 } = await read(office.actor);
    const ten = ["Agentl 2", ...[..."bcdefghik"].map((letter) => `Agent${letter} 1`)];
    expect(places(weekTop10)).toEqual(ten);
    expect(places(allTimeTop10)).toEqual(ten);
  });

  test("have ten offices with ties by name, including hidden ones and those that sold only before [HOME-11]", async () => {
    const type = await aType();
    for (const letter of "lkjihgfedcba") {
      const office = await anOffice({ officeName: `Office ${letter}`, hidden: true });
      const agent = await anAgent({ office });
      await sell(agent, type, letter === "l" ? 2 : 1, letter > "h" ? "2026-11-18" : "2026-11-02");
    }
    const { beWeekOffices } = await read((await anAgent()).actor);
    expect(beWeekOffices.map(({ name, sales1, progress }) => `${name} ${sales1} ${progress}`)).toEqual([
      ...["Office l 2 100", "Office i 1 100", "Office j 1 100", "Office k 1 100"],
      ...[..."abcdef"].map((letter) => `Office ${letter} 0 -100`),
    ]);
  });

  // The last moment of a Sunday and the first of a Monday in New York, at both clock changes and at year's end.
  const turns: [last: string, next: string, week: string, half: string][] = [
    ["2026-03-09T03:59:59Z", "2026-03-09T04:00:00Z", "2026-03-02,2026-03-08,week", "2026-03-01,2026-03-15,beWeek"],
    ["2026-11-02T04:59:59Z", "2026-11-02T05:00:00Z", "2026-10-26,2026-11-01,week", "2026-11-01,2026-11-15,beWeek"],
    ["2028-01-03T04:59:59Z", "2028-01-03T05:00:00Z", "2027-12-27,2028-01-02,week", "2028-01-01,2028-01-15,beWeek"],
  ];
  test.each(turns)("for the week that ends at %s end at that moment", async (last, next, weekPeriod, beWeekPeriod) => {
    const [agent, type] = [await anAgent({ username: "zoe" }), await aType()];
    await aSale({ agent, type, at: last });
    const before = await read(agent.actor, last);
    expect(before).toMatchObject({ weekPeriod, beWeekPeriod });
    expect(places(before.weekTop10)).toEqual(["zoe 1"]);
    const after = await read(agent.actor, next);
    expect([after.weekTop10, places(after.allTimeTop10)]).toEqual([[], ["zoe 1"]]);
    expect(after.weekPeriod > weekPeriod).toBe(true);
  });

  test("are empty if nothing was sold", async () => {
    expect(await read((await anAgent()).actor)).toMatchObject({ weekTop10: [], allTimeTop10: [], beWeekOffices: [] });
  });
});

describe("the notes", () => {
  const write = (companyId: number, html: string) =>
    execute(sql`UPDATE offices SET agent_notes = ${html} WHERE id = ${companyId}`);

  test("are the office's Must Read for its agents and its manager, cleaned of stored scripts [HOME-02]", async () => {
    const [office, other] = [await anOffice({ agents: 1 }), await anOffice({ agents: 1 })];
    await write(office.id, `<p onclick="x()">Call <b>early</b><script>alert(1)</script></p>`);
    for (const { actor } of [office, first(office.agents)])
      expect((await read(actor)).agentNotes).toBe("<p>Call <b>early</b></p>");
    for (const { actor } of [other, first(other.agents)]) expect((await read(actor)).agentNotes).toBe("");
    for (const { actor } of [await anAdmin(), await aSuperadmin()]) expect((await read(actor)).agentNotes).toBeNull();
  });
});

describe("the fraud notice", () => {
  /** An agent with a flagged sale an hour ago. */
  async function aFlagged({ active = false } = {}) {
    const [agent, boss, type] = [await anAgent({ active }), await aSuperadmin(), await aType()];
    const sale = await aSale({ agent, type, at: "2026-11-20T12:00:00Z" });
    const { id } = await aReversal(sale, { at: "2026-11-21T16:00:00Z" });
    await execute(sql`UPDATE sale_events SET stolen_card = true WHERE id = ${id}`);
    return { agent, boss, id, told: async () => (await read(agent.actor)).showAgentFraudNotes };
  }

  test("appears while an agent is suspended and has an unresolved flagged sale [HOME-03, HOME-04]", async () => {
    const { agent, boss, id, told } = await aFlagged();
    expect(await told()).toBe(true);
    const colleague = await anAgent({ active: false });
    for (const { actor } of [colleague, boss]) expect((await read(actor)).showAgentFraudNotes).toBe(false);
    await execute(sql`UPDATE accounts SET active = true WHERE id = ${agent.accountId}`);
    expect(await told()).toBe(false);
    await execute(sql`UPDATE accounts SET active = false WHERE id = ${agent.accountId}`);
    await execute(sql`UPDATE sale_events SET resolved_at = now() WHERE id = ${id}`);
    expect(await told()).toBe(false);
  });

  test("does not reappear with a later suspension once the agent was activated [HOME-04]", async () => {
    const { agent, boss, told } = await aFlagged();
    const set = (active: boolean) => ask(setStatus, boss.actor, { ids: [agent.id], active });
    await set(true);
    await set(false);
    expect(await told()).toBe(false);
  });

  test("appears after a manual suspension, too", async () => {
    const { agent, boss, told } = await aFlagged({ active: true });
    expect(await told()).toBe(false);
    await changeStatus([agent.accountId], { active: false }, { by: boss.actor });
    expect(await told()).toBe(true);
  });
});
