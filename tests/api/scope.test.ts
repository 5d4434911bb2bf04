import { afterAll, beforeAll, expect, test } from "vitest";
import { aWorld, type World } from "./client";

/** Rows of another office or another agent do not exist for accounts that may not see them. */

let world: World;
let foreign: { companyId: number; agentId: number };
let own: { companyId: number; agentId: number };
let siteId: number;

beforeAll(async () => {
  world = await aWorld();
  const { super: superadmin, manager, agent } = world.clients;
  own = (await agent.call("GET accounts/me")).body as typeof own;
  const all = (await superadmin.call("GET companies/agents?agentsQuery=all")).body as {
    id: number;
    companyId: number;
  }[];
  const other = all.find(({ companyId }) => companyId !== own.companyId)!;
  foreign = { companyId: other.companyId, agentId: other.id };
  siteId = ((await manager.call("GET sites")).body as { id: number }[])[0]!.id;
});
afterAll(() => world?.server.stop());

const day = { groupBy: "date", start: "2026-10-01", end: "2026-10-31" };

test("IDs of another office are refused in filters and bodies [TRUST-13, ROLE-18]", async () => {
  const { manager, agent } = world.clients;
  expect((await manager.call("POST stats/sites", { ...day, agentId: foreign.agentId })).status).toBe(404);
  expect((await manager.call("POST links/list", { siteId, agentId: foreign.agentId })).status).toBe(404);
  expect((await manager.call(`GET companies/agents?companyId=${foreign.companyId}`)).status).toBe(404);
  expect((await agent.call("POST links/list", { siteId, agentId: foreign.agentId })).status).toBe(404);
  expect((await agent.call("POST postbacks/search", { agentId: foreign.agentId })).status).not.toBe(200);
});

test("an unknown ID gets the same answer as an ID of another office [TRUST-13]", async () => {
  const { manager } = world.clients;
  const nobody = await manager.call("POST stats/sites", { ...day, agentId: 2_000_000_000 });
  const neighbour = await manager.call("POST stats/sites", { ...day, agentId: foreign.agentId });
  const { requestId: _, ...refusal } = nobody.body as { requestId: string };
  expect(neighbour).toMatchObject({ status: nobody.status, body: refusal });
});

test("a manager's lists contain only their own office, and an agent has no list of agents [ROLE-19, ROLE-22, ROLE-23]", async () => {
  const { manager, agent } = world.clients;
  const offices = (await manager.call("GET companies")).body as { id: number }[];
  expect(offices.map(({ id }) => id)).toEqual([own.companyId]);
  const agents = (await manager.call("GET companies/agents?agentsQuery=all")).body as { companyId: number }[];
  expect(agents.length).toBeGreaterThan(1);
  expect(new Set(agents.map(({ companyId }) => companyId))).toEqual(new Set([own.companyId]));
  expect((await agent.call("GET companies/agents")).status).toBe(403);
  expect((await agent.call("GET companies")).status).toBe(403);
});

test("dollars are sent only to accounts that may see them [ROLE-10, ROLE-12, TRUST-21]", async () => {
  for (const as of ["manager", "agent"] as const) {
    const text = JSON.stringify((await world.clients[as].call("POST stats/sites", { ...day, groupBy: "date" })).body);
    expect({ as, earns: /"(earn|bonusEarn|earning|bonusEarning)"/.test(text) }).toEqual({ as, earns: false });
  }
  const types = JSON.stringify((await world.clients.admin.call(`GET types/${siteId}/by-site`)).body);
  expect(types).not.toContain('"earning"');
});
