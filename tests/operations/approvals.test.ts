import { describe, expect } from "vitest";
import { approve, count, list, reject, request, screen } from "../../server/approvals";
import { maySignIn } from "../../server/accounts";
import { queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { ask, refused } from "../reports/ask";
import { create, listScreen, read } from "../../server/agents";
import { fields } from "./agents/world";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { test } from "../world/rollback";

/** Two offices with three agents pending approval, in order of registration. */
async function aQueue() {
  const [alpha, beta] = [await anOffice({ officeName: "alpha" }), await anOffice({ officeName: "Beta" })];
  const given = [
    { username: "carl", office: beta, at: "2026-11-18T12:00:00Z" },
    { username: "Anna", office: beta, at: "2026-11-19T12:00:00Z" },
    { username: "bert", office: alpha, at: "2026-11-20T17:30:00Z" },
  ];
  const agents = [];
  for (const { at, ...agent } of given) {
    const made = await anAgent({ ...agent, approved: false });
    await execute(sql`UPDATE accounts SET registered_at = ${at}::timestamptz WHERE id = ${made.accountId}`);
    agents.push(made);
  }
  await anAgent({ office: alpha });
  return { boss: (await aSuperadmin()).actor, alpha, beta, agents, ids: agents.map(({ id }) => id) };
}

const names = (agents: { username: string }[]) => agents.map(({ username }) => username);
const linkVersion = async () =>
  (await queryOne<{ version: number }>(sql`SELECT version FROM link_state`))?.version ?? 0;
const audit = () =>
  queryRows(sql`SELECT record, record_id, before, after FROM audit WHERE operation = 'approvals.approve'`);

describe("the queue", () => {
  test("contains the unapproved agents, oldest first [APPROVE-02, API-11]", async () => {
    const { boss, alpha, agents } = await aQueue();
    const found = await ask(list, boss);
    expect(names(found)).toEqual(["carl", "Anna", "bert"]);
    expect(found[2]).toEqual({
      ...{ id: agents[2]?.id, username: "bert", companyId: alpha.id, officeName: "alpha", active: true },
      ...{ firstName: "Ada", lastName: "bert", email: "", createdBy: null },
      regTime: "2026-11-20T12:30:00.000-05:00",
    });
  });

  test("names the person, their e-mail address and who added them, so that nobody approves a bare username", async () => {
    const { boss, alpha } = await aQueue();
    const given = fields({ username: "nora", email: "nora@example.org" });
    await ask(create, alpha.actor, given);
    const row = (await ask(list, boss)).find(({ username }) => username === "nora");
    expect(row).toMatchObject({ firstName: "Nora", lastName: "Field", email: "nora@example.org" });
    expect(row?.createdBy).toBe(alpha.username);
  });

  const orders: [string, boolean, string[]][] = [
    ["username", true, ["Anna", "bert", "carl"]],
    ["username", false, ["carl", "bert", "Anna"]],
    ["officeName", true, ["bert", "carl", "Anna"]],
    ["officeName", false, ["Anna", "carl", "bert"]],
    ["regTime", false, ["bert", "Anna", "carl"]],
  ];
  test.each(orders)("sorts by %s, ascending %s, ties by ID", async (sortField, sortAsc, order) => {
    const { boss } = await aQueue();
    expect(names(await ask(list, boss, { sortField, sortAsc }))).toEqual(order);
  });

  const wrong: [Record<string, unknown>, string[]][] = [
    [{ sortField: "password" }, ["sortField"]],
    [{ sortField: "active" }, ["sortField"]],
    [{ sortAsc: "up" }, ["sortAsc"]],
    [{ sortField: 1, sortAsc: 2 }, ["sortField", "sortAsc"]],
  ];
  test.each(wrong)("refuses %j at its fields", async (given, fields) => {
    const { boss } = await aQueue();
    const { status, data } = await refused(list, boss, given);
    expect([status, Object.keys(data as object)]).toEqual([422, fields]);
  });

  test("is only for accounts with the permission [APPROVE-05, FORMAT-16]", async () => {
    const { alpha, agents } = await aQueue();
    const [holder, other] = [await anAdmin(), await anAdmin({ approveAgents: false })];
    for (const operation of [list, count, screen, approve]) {
      const given = { ids: [agents[0]?.id] };
      await ask(operation as typeof approve, holder.actor, given);
      for (const { actor } of [other, alpha, await anAgent()])
        expect(await refused(operation as typeof approve, actor, given)).toEqual({ status: 403 });
      expect(await refused(operation as typeof approve, null, given)).toEqual({ status: 401 });
    }
  });

  test("leaves out deleted agents, and suspended ones for an admin without Show Suspended", async () => {
    const { boss, agents } = await aQueue();
    const [carl, anna] = agents;
    await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${carl?.accountId}`);
    await execute(sql`UPDATE accounts SET active = false WHERE id = ${anna?.accountId}`);
    const blind = (await anAdmin({ showSuspend: false })).actor;
    expect(names(await ask(list, boss))).toEqual(["Anna", "bert"]);
    expect(await ask(count, boss)).toEqual({ count: 2 });
    expect(names(await ask(list, blind))).toEqual(["bert"]);
    expect(await ask(count, blind)).toEqual({ count: 1 });
  });

  test("reaches the screen in pages with a total; a page past the end is the last one [WIDGET-10, WIDGET-11]", async () => {
    const { boss } = await aQueue();
    const { agents, asked } = await ask(screen, boss, { pageSize: 2, page: 9 });
    expect([names(agents.items), agents.total]).toEqual([["bert"], 3]);
    expect(asked).toEqual({ page: 2, pageSize: 2, sortField: "regTime", sortAsc: true });
    expect(await ask(list, boss)).toHaveLength(agents.total);
  });
});

describe("approving", () => {
  test("removes agents from the queue, lets them sign in and makes their links count [APPROVE-06, API-13]", async () => {
    const { boss, agents, ids } = await aQueue();
    const [first, second, third] = ids;
    const version = await linkVersion();
    expect(await ask(approve, boss, { ids: [second, first, second] })).toEqual({ updated: 2 });
    expect(await ask(count, boss)).toEqual({ count: 1 });
    expect((await ask(list, boss)).map(({ id }) => id)).toEqual([third]);
    const admitted = await queryRows<{ id: number }>(sql`
        SELECT id FROM accounts WHERE id = ANY(${agents.map(({ accountId }) => accountId)}) AND ${maySignIn()}`);
    expect(admitted.map(({ id }) => id).sort()).toEqual([agents[0]?.accountId, agents[1]?.accountId].sort());
    expect(await linkVersion()).toBe(version + 1);
    const change = { record: "agent", before: { approved: false }, after: { approved: true } };
    expect(await audit()).toEqual([
      { ...change, record_id: String(first) },
      { ...change, record_id: String(second) },
    ]);
  });

  test("counts agents that are already approved without changing them", async () => {
    const { boss, ids } = await aQueue();
    await ask(approve, boss, { ids: [ids[0]] });
    const [before, version] = [await audit(), await linkVersion()];
    expect(await ask(approve, boss, { ids: [ids[0]] })).toEqual({ updated: 1 });
    expect([await audit(), await linkVersion()]).toEqual([before, version]);
  });

  test("is all or nothing: one unknown or deleted agent means that no agent is approved", async () => {
    const { boss, agents, ids } = await aQueue();
    await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agents[2]?.accountId}`);
    for (const stranger of [2_147_483_647, ids[2]])
      expect(await refused(approve, boss, { ids: [ids[0], stranger] })).toEqual({ status: 404 });
    expect(await ask(count, boss)).toEqual({ count: 2 });
    expect(await audit()).toEqual([]);
  });

  const many = (length: number) => Array.from({ length }, (_, index) => index + 1_000_000);
  const wrong: [unknown, string][] = [
    [undefined, "ids"],
    [[], "ids"],
    ["1", "ids"],
    [[0], "ids[0]"],
    [[-1], "ids[0]"],
    [[1.5], "ids[0]"],
    [["1"], "ids[0]"],
    [[null], "ids[0]"],
    [[2_147_483_648], "ids[0]"],
    [many(501), "ids"],
  ];
  test.each(wrong)("refuses the IDs %j", async (ids, field) => {
    const { status, data } = await refused(approve, (await aSuperadmin()).actor, { ids });
    expect([status, Object.keys(data as object)]).toEqual([422, [field]]);
  });

  test("accepts up to 500 IDs at a time", async () => {
    expect(await refused(approve, (await aSuperadmin()).actor, { ids: many(500) })).toEqual({ status: 404 });
  });
});

describe("rejecting", () => {
  const reason = "The name is not the one on the contract.";

  test("removes an agent from the queue and keeps reason, person and time for the manager", async () => {
    const { boss, alpha, ids } = await aQueue();
    const [, , bert = 0] = ids;
    const approver = await anAdmin();
    expect(await ask(reject, approver.actor, { ids: [bert, bert], reason: ` ${reason} ` })).toEqual({ updated: 1 });
    expect(names(await ask(list, boss))).toEqual(["carl", "Anna"]);
    expect(await ask(count, boss)).toEqual({ count: 2 });
    const seen = await ask(read, alpha.actor, { id: bert });
    expect(seen).toMatchObject({ approved: false, rejectionReason: reason });
    expect(seen.rejectedBy).toBe(approver.username);
    expect(Date.parse(seen.rejectedAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
    const audited = await queryRows(sql`SELECT before, after FROM audit WHERE operation = 'approvals.reject'`);
    expect(audited).toEqual([{ before: { rejected: false }, after: { rejected: true, reason } }]);
    const admitted = await queryRows(sql`
        SELECT 1 FROM accounts JOIN agents ON account_id = accounts.id WHERE agents.id = ${bert} AND ${maySignIn()}`);
    expect(admitted).toEqual([]);
  });

  test("keeps the first reason when it is repeated", async () => {
    const { boss, ids } = await aQueue();
    await ask(reject, boss, { ids: [ids[0]], reason });
    expect(await ask(reject, boss, { ids: [ids[0], ids[1]], reason: "Another one." })).toEqual({ updated: 2 });
    const reasons = await Promise.all(ids.map((id) => ask(read, boss, { id })));
    expect(reasons.map(({ rejectionReason }) => rejectionReason)).toEqual([reason, "Another one.", null]);
  });

  test("needs a reason, and refuses agents who are approved already, all or none", async () => {
    const { boss, ids } = await aQueue();
    for (const given of [undefined, "", "  ", "x".repeat(256)])
      expect((await refused(reject, boss, { ids: [ids[0]], reason: given })).status).toBe(422);
    await ask(approve, boss, { ids: [ids[1]] });
    expect((await refused(reject, boss, { ids: [ids[0], ids[1]], reason })).status).toBe(409);
    expect(await ask(count, boss)).toEqual({ count: 2 });
  });

  test("is for accounts that may approve", async () => {
    const { alpha, agents, ids } = await aQueue();
    const other = await anAdmin({ approveAgents: false });
    for (const { actor } of [other, alpha, agents[0] ?? alpha])
      expect(await refused(reject, actor, { ids: [ids[2]], reason })).toEqual({ status: 403 });
  });

  test("can be taken back by approving, which clears the reason", async () => {
    const { boss, ids } = await aQueue();
    await ask(reject, boss, { ids: [ids[0]], reason });
    await ask(approve, boss, { ids: [ids[0]] });
    const agent = await ask(read, boss, { id: ids[0] });
    expect(agent).toMatchObject({ approved: true, rejectionReason: null, rejectedBy: null, rejectedAt: null });
  });
});

describe("asking again", () => {
  test("puts a rejected agent of the manager's office back into the queue, in its old place", async () => {
    const { boss, alpha, beta, ids } = await aQueue();
    await ask(reject, boss, { ids, reason: "Not yet." });
    expect(await ask(request, alpha.actor, { ids: [ids[2]] })).toEqual({ updated: 1 });
    expect(names(await ask(list, boss))).toEqual(["bert"]);
    expect(await refused(request, alpha.actor, { ids: [ids[0]] })).toEqual({ status: 404 });
    await ask(request, beta.actor, { ids: [ids[0], ids[1]] });
    expect(names(await ask(list, boss))).toEqual(["carl", "Anna", "bert"]);
    expect(await ask(read, alpha.actor, { id: ids[2] })).toMatchObject({ rejectedAt: null, rejectionReason: null });
  });

  test("changes nothing for agents who wait or are approved, and is not for agents", async () => {
    const { boss, alpha, agents, ids } = await aQueue();
    await ask(approve, boss, { ids: [ids[2]] });
    expect(await ask(request, alpha.actor, { ids: [ids[2]] })).toEqual({ updated: 1 });
    expect(await queryRows(sql`SELECT 1 FROM audit WHERE operation = 'approvals.request'`)).toEqual([]);
    expect(await refused(request, agents[0]?.actor ?? alpha.actor, { ids: [ids[0]] })).toEqual({ status: 403 });
  });
});

describe("the manager's list", () => {
  test("filters by waiting, rejected and approved agents, and counts the first two", async () => {
    const { boss, beta, ids } = await aQueue();
    await anAgent({ office: beta, username: "done" });
    await ask(reject, boss, { ids: [ids[1]], reason: "Not yet." });
    const found = async (approval?: string) => {
      const { agents, waiting, rejected } = await ask(listScreen, beta.actor, { approval });
      return [names(agents.items), waiting, rejected];
    };
    expect(await found()).toEqual([["Anna", "carl", "done"], 1, 1]);
    expect(await found("waiting")).toEqual([["carl"], 1, 1]);
    expect(await found("rejected")).toEqual([["Anna"], 1, 1]);
    expect(await found("approved")).toEqual([["done"], 1, 1]);
  });
});
