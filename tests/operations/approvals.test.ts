import { describe, expect, test } from "vitest";
import { approve, count, list, screen } from "../../server/approvals";
import { maySignIn } from "../../server/accounts";
import { queryOne, queryRows, execute } from "../../server/kernel/database/transactions";
import { sql } from "../../server/kernel/database/sql";
import { ask, refused } from "../reports/ask";
import { anAdmin, anAgent, anOffice, aSuperadmin } from "../world/builders";
import { inRollback } from "../world/database";

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
  test("contains the unapproved agents, oldest first [APPROVE-02, API-11]", () =>
    inRollback(async () => {
      const { boss, alpha, agents } = await aQueue();
      const found = await ask(list, boss);
      expect(names(found)).toEqual(["carl", "Anna", "bert"]);
      expect(found[2]).toEqual({
        ...{ id: agents[2]?.id, username: "bert", companyId: alpha.id, officeName: "alpha", active: true },
        regTime: "2026-11-20T12:30:00.000-05:00",
      });
    }));

  const orders: [string, boolean, string[]][] = [
    ["username", true, ["Anna", "bert", "carl"]],
    ["username", false, ["carl", "bert", "Anna"]],
    ["officeName", true, ["bert", "carl", "Anna"]],
    ["officeName", false, ["Anna", "carl", "bert"]],
    ["regTime", false, ["bert", "Anna", "carl"]],
  ];
  test.each(orders)("sorts by %s, ascending %s, ties by ID", (sortField, sortAsc, order) =>
    inRollback(async () => {
      const { boss } = await aQueue();
      expect(names(await ask(list, boss, { sortField, sortAsc }))).toEqual(order);
    }),
  );

  const wrong: [Record<string, unknown>, string[]][] = [
    [{ sortField: "password" }, ["sortField"]],
    [{ sortField: "active" }, ["sortField"]],
    [{ sortAsc: "up" }, ["sortAsc"]],
    [{ sortField: 1, sortAsc: 2 }, ["sortField", "sortAsc"]],
  ];
  test.each(wrong)("refuses %j at its fields", (given, fields) =>
    inRollback(async () => {
      const { boss } = await aQueue();
      const { status, data } = await refused(list, boss, given);
      expect([status, Object.keys(data as object)]).toEqual([422, fields]);
    }),
  );

  test("is only for accounts with the permission [APPROVE-05, FORMAT-16]", () =>
    inRollback(async () => {
      const { alpha, agents } = await aQueue();
      const [holder, other] = [await anAdmin(), await anAdmin({ approveAgents: false })];
      for (const operation of [list, count, screen, approve]) {
        const given = { ids: [agents[0]?.id] };
        await ask(operation as typeof approve, holder.actor, given);
        for (const { actor } of [other, alpha, await anAgent()])
          expect(await refused(operation as typeof approve, actor, given)).toEqual({ status: 403 });
        expect(await refused(operation as typeof approve, null, given)).toEqual({ status: 401 });
      }
    }));

  test("leaves out deleted agents, and suspended ones for an admin without Show Suspended", () =>
    inRollback(async () => {
      const { boss, agents } = await aQueue();
      const [carl, anna] = agents;
      await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${carl?.accountId}`);
      await execute(sql`UPDATE accounts SET active = false WHERE id = ${anna?.accountId}`);
      const blind = (await anAdmin({ showSuspend: false })).actor;
      expect(names(await ask(list, boss))).toEqual(["Anna", "bert"]);
      expect(await ask(count, boss)).toEqual({ count: 2 });
      expect(names(await ask(list, blind))).toEqual(["bert"]);
      expect(await ask(count, blind)).toEqual({ count: 1 });
    }));

  test("reaches the screen in pages with a total; a page past the end is the last one [WIDGET-10, WIDGET-11]", () =>
    inRollback(async () => {
      const { boss } = await aQueue();
      const { agents, asked } = await ask(screen, boss, { pageSize: 2, page: 9 });
      expect([names(agents.items), agents.total]).toEqual([["bert"], 3]);
      expect(asked).toEqual({ page: 2, pageSize: 2, sortField: "regTime", sortAsc: true });
      expect(await ask(list, boss)).toHaveLength(agents.total);
    }));
});

describe("approving", () => {
  test("removes agents from the queue, lets them sign in and makes their links count [APPROVE-06, API-13]", () =>
    inRollback(async () => {
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
    }));

  test("counts agents that are already approved without changing them", () =>
    inRollback(async () => {
      const { boss, ids } = await aQueue();
      await ask(approve, boss, { ids: [ids[0]] });
      const [before, version] = [await audit(), await linkVersion()];
      expect(await ask(approve, boss, { ids: [ids[0]] })).toEqual({ updated: 1 });
      expect([await audit(), await linkVersion()]).toEqual([before, version]);
    }));

  test("is all or nothing: one unknown or deleted agent means that no agent is approved", () =>
    inRollback(async () => {
      const { boss, agents, ids } = await aQueue();
      await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${agents[2]?.accountId}`);
      for (const stranger of [2_147_483_647, ids[2]])
        expect(await refused(approve, boss, { ids: [ids[0], stranger] })).toEqual({ status: 404 });
      expect(await ask(count, boss)).toEqual({ count: 2 });
      expect(await audit()).toEqual([]);
    }));

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
  test.each(wrong)("refuses the IDs %j", (ids, field) =>
    inRollback(async () => {
      const { status, data } = await refused(approve, (await aSuperadmin()).actor, { ids });
      expect([status, Object.keys(data as object)]).toEqual([422, [field]]);
    }),
  );

  test("accepts up to 500 IDs at a time", () =>
    inRollback(async () => {
      expect(await refused(approve, (await aSuperadmin()).actor, { ids: many(500) })).toEqual({ status: 404 });
    }));
});
