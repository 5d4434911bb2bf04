import { expect } from "vitest";
import { Office } from "~models";
import { read, setStatus } from "../../../server/agents";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent } from "../../world/builders";
import { test } from "../../world/rollback";
import { aSellingOffice, auditOf, linkVersion } from "./world";

test("agents can be suspended, activated, hidden and shown, and their sign-in disabled and enabled [API-31, AGENT-29]", async () => {
  const { office, agent, colleague } = await aSellingOffice();
  const ids = [agent.id, colleague.id, agent.id];
  for (const change of [{ active: false }, { active: true }, { hidden: true }, { hidden: false }]) {
    expect(await ask(setStatus, office.actor, { ids, ...change })).toEqual({ updated: 2 });
    for (const { id } of [agent, colleague]) expect(await ask(read, office.actor, { id })).toMatchObject(change);
  }
  await ask(setStatus, office.actor, { ids, loginBlocked: true });
  expect(await ask(read, office.actor, { id: agent.id })).toMatchObject({ loginBlocked: true });
  await ask(setStatus, office.actor, { ids, loginBlocked: false });
  expect(await ask(read, office.actor, { id: agent.id })).toMatchObject({ loginBlocked: false });
});

test("the record shows the reason and who gave it; only activating or suspending reloads the links", async () => {
  const { office, agent } = await aSellingOffice();
  const before = await linkVersion();
  await ask(setStatus, office.actor, { ids: [agent.id], hidden: true });
  expect(await linkVersion()).toBe(before);
  await ask(setStatus, office.actor, { ids: [agent.id], active: false, reason: "no traffic" });
  expect(await linkVersion()).toBe(before + 1);
  expect(await ask(read, office.actor, { id: agent.id })).toMatchObject({
    ...{ statusReason: "no traffic", statusBy: office.username },
  });
  expect((await auditOf(agent.id)).at(-1)).toEqual({
    ...{ operation: "agents.setStatus", before: { active: true }, after: { active: false, reason: "no traffic" } },
  });
  // Repeating it changes nothing and adds no audit row.
  await ask(setStatus, office.actor, { ids: [agent.id], active: false });
  expect(await auditOf(agent.id)).toHaveLength(2);
});

test("one unknown or foreign ID is 404 and leaves all agents unchanged [API-31]", async () => {
  const { office, agent } = await aSellingOffice();
  const stranger = await anAgent();
  for (const id of [stranger.id, 2_147_483_647]) {
    expect(await refused(setStatus, office.actor, { ids: [agent.id, id], active: false })).toEqual({ status: 404 });
  }
  expect(await ask(read, office.actor, { id: agent.id })).toMatchObject({ active: true, version: 1 });
  expect(await refused(setStatus, agent.actor, { ids: [agent.id], active: false })).toMatchObject({ status: 403 });
});

test("one call changes exactly one status of 1 to 500 agents [API-31]", async () => {
  const { agent } = await aSellingOffice();
  const admin = await anAdmin();
  const at = async (input: object) => (await refused(setStatus, admin.actor, { ids: [agent.id], ...input })).data;
  expect(await at({})).toHaveProperty("_form");
  expect(await at({ active: true, hidden: true })).toHaveProperty("_form");
  expect(await at({ active: "yes" })).toHaveProperty("active");
  expect(await at({ ids: [], active: true })).toHaveProperty("ids");
  expect(await at({ ids: Array.from({ length: 501 }, (_, i) => i + 1), active: true })).toHaveProperty("ids");
  expect(await at({ active: false, reason: "x".repeat(256) })).toHaveProperty("reason");
});

test("changing an office's status changes the agents that it employs now", async () => {
  const { office, agent, colleague } = await aSellingOffice();
  await anAgent();
  const stored = await Office.findAll({ where: { id: office.id } });
  const how = { by: null, at: new Date(), until: new Date(), reason: null };
  const { agents } = await Office.changeStatus(stored, { active: false }, how);
  expect(agents.map(({ id }) => id).sort()).toEqual([agent.id, colleague.id].sort());
});
