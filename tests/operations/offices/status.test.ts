import { expect } from "vitest";
import { setStatus as setAgentStatus } from "../../../server/agents";
import { confirmScreen, listScreen, read, setStatus, update } from "../../../server/offices";
import { queryOne, queryRows } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice } from "../../world/builders";
import { test } from "../../world/rollback";
import { auditOf, linkVersion } from "./world";

const statesOf = (companyIds: readonly number[]) =>
  queryRows<{ active: boolean; hidden: boolean; reason: string | null }>(sql`
    SELECT active, hidden, status_reason AS reason FROM accounts
    JOIN agents ON agents.account_id = accounts.id WHERE company_id = ANY(${companyIds}::int[]) AND deleted_at IS NULL`);

test.each([
  { change: { active: false } },
  { change: { active: true }, before: { active: false } },
  { change: { hidden: true } },
  { change: { hidden: false }, before: { hidden: true } },
])(
  "$change applies to offices and all agents they employ, approved or not [OFFICE-22, OFFICE-23, API-26]",
  async ({ change, before }) => {
    const { actor } = await anAdmin();
    const offices = [await anOffice({ agents: 2, ...before }), await anOffice({ agents: 1, ...before })];
    await anAgent({ office: offices[0], approved: false, ...before });
    const stranger = await anAgent();
    const ids = offices.map(({ id }) => id);
    const links = await linkVersion();
    expect(await ask(setStatus, actor, { ids: [...ids, ...ids], ...change })).toEqual({ updated: 2 });
    for (const id of ids) expect(await ask(read, actor, { id })).toMatchObject(change);
    const agents = await statesOf(ids);
    expect(agents).toHaveLength(4);
    for (const agent of agents) expect(agent).toMatchObject(change);
    expect(await statesOf([stranger.companyId])).toMatchObject([{ active: true, hidden: false }]);
    // Hiding alone changes lists, never traffic.
    expect((await linkVersion()) - links).toBe("active" in change ? 1 : 0);
  },
);

test("the reason is stored with author and time, for the office and each of its agents [OFFICE-22]", async () => {
  const { actor, username } = await anAdmin();
  const office = await anOffice({ agents: 2 });
  await ask(setStatus, actor, { ids: [office.id], active: false, reason: "unpaid" });
  const suspended = await ask(read, actor, { id: office.id });
  expect(suspended).toMatchObject({ statusReason: "unpaid", statusBy: username });
  expect(Date.parse(suspended.statusAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(await statesOf([office.id])).toMatchObject([{ reason: "unpaid" }, { reason: "unpaid" }]);
  const after = { active: false, reason: "unpaid" };
  expect(await auditOf("office", office.id)).toEqual([
    { operation: "offices.setStatus", before: { active: true }, after },
  ]);
  for (const { id } of office.agents) expect(await auditOf("agent", id)).toMatchObject([{ after }]);
  await ask(setStatus, actor, { ids: [office.id], active: false });
  expect(await auditOf("office", office.id)).toHaveLength(1);
  await ask(setStatus, actor, { ids: [office.id], active: true });
  expect(await ask(read, actor, { id: office.id })).toMatchObject({ active: true, statusReason: null });
});

/** Ids of the agents of the office that are active now. */
const activeAgents = async (companyId: number) =>
  (
    await queryRows<{ id: number }>(sql`
      SELECT agents.id FROM agents JOIN accounts ON accounts.id = account_id
      WHERE company_id = ${companyId} AND active ORDER BY agents.id`)
  ).map(({ id }) => id);

test("an activation can leave out agents who were suspended on their own, before their office or since [OFFICE-23]", async () => {
  const { actor } = await anAdmin();
  const office = await anOffice({ agents: 3 });
  const other = await anOffice({ agents: 2 });
  const [before, since, usual] = office.agents.map(({ id }) => id);
  const own = other.agents[0]?.id;
  const aloneOf = async () =>
    (await ask(listScreen, actor, {})).offices.items.map(({ id, suspendedAlone }) => [id, suspendedAlone]);
  await ask(setAgentStatus, actor, { ids: [before, own], active: false, reason: "chargebacks" });
  await ask(setStatus, actor, { ids: [office.id], active: false });
  await ask(setAgentStatus, actor, { ids: [since], active: true });
  await ask(setAgentStatus, actor, { ids: [since], active: false });
  expect(new Map((await aloneOf()) as [number, number][])).toEqual(
    new Map([
      [office.id, 2],
      [other.id, 1],
    ]),
  );
  const ids = [office.id, other.id];
  expect(await ask(confirmScreen, actor, { ids, intent: "activate" })).toMatchObject({ suspendedAlone: 3 });
  expect(await ask(confirmScreen, actor, { ids, intent: "hide" })).toMatchObject({ suspendedAlone: 0 });

  await ask(setStatus, actor, { ids, active: true, keepSuspended: true });
  expect(await activeAgents(office.id)).toEqual([usual]);
  expect(await activeAgents(other.id)).toEqual([other.agents[1]?.id]);
  expect(await statesOf([office.id])).toContainEqual({ active: false, hidden: false, reason: "chargebacks" });
  expect(await auditOf("agent", before ?? 0)).toHaveLength(1);

  await ask(setStatus, actor, { ids, active: true });
  expect(await activeAgents(office.id)).toEqual([before, since, usual]);
  expect(await activeAgents(other.id)).toHaveLength(2);
});

test("disabling the sign-in applies to the manager only", async () => {
  const { actor } = await anAdmin();
  const office = await anOffice({ agents: 1 });
  await ask(setStatus, actor, { ids: [office.id], loginBlocked: true });
  expect(await ask(read, actor, { id: office.id })).toMatchObject({ loginBlocked: true, active: true });
  const blocked = await queryOne<{ count: number }>(sql`
      SELECT count(*) AS count FROM accounts JOIN agents ON account_id = accounts.id
      WHERE company_id = ${office.id} AND login_blocked`);
  expect(blocked?.count).toBe(0);
});

test("one unknown ID is 404 and changes nothing; IDs and statuses are validated [API-26]", async () => {
  const { actor } = await anAdmin();
  const office = await anOffice({ agents: 1 });
  const ids = [office.id];
  expect(await refused(setStatus, actor, { ids: [...ids, 2_147_483_647], active: false })).toEqual({ status: 404 });
  expect(await ask(read, actor, { id: office.id })).toMatchObject({ active: true, version: 1 });
  for (const [input, field] of [
    [{ ids }, "_form"],
    [{ ids, active: true, hidden: true }, "_form"],
    [{ ids: [], active: true }, "ids"],
    [{ ids: Array.from({ length: 501 }, (_, i) => i + 1), active: true }, "ids"],
    [{ ids: ["x"], active: true }, "ids[0]"],
    [{ ids, active: "yes" }, "active"],
    [{ ids, active: true, reason: "x".repeat(256) }, "reason"],
    [{ ids, active: false, keepSuspended: true }, "keepSuspended"],
    [{ ids, hidden: false, keepSuspended: true }, "keepSuspended"],
  ] as const) {
    const { status, data } = await refused(setStatus, actor, input);
    expect([status, Object.keys(data as object)], JSON.stringify(input).slice(0, 80)).toEqual([422, [field]]);
  }
  expect(await refused(setStatus, office.actor, { ids, active: false })).toEqual({ status: 403 });
});

test("changing the status by the form does the same as the act [OFFICE-23]", async () => {
  const { actor } = await anAdmin();
  const office = await anOffice({ agents: 1 });
  await ask(update, actor, { id: office.id, active: false, hidden: true });
  expect(await statesOf([office.id])).toMatchObject([{ active: false, hidden: true }]);
  expect(await ask(read, actor, { id: office.id })).toMatchObject({ active: false, hidden: true });
});
