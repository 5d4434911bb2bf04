import { expect } from "vitest";
import { listScreen, search, setStatus, sitesScreen } from "../../../server/agents";
import { queryRows } from "../../../server/kernel/database/transactions";
import { type LogEntry, setJournal } from "../../../server/kernel/operation/perform";
import { sql } from "../../../server/kernel/database/sql";
import { setPassword } from "../../../server/accounts";
import { search as searchOffices } from "../../../server/offices";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite } from "../../world/builders";
import { test } from "../../world/rollback";
import { aSellingOffice } from "./world";

const named = (answer: { items: { username: string }[] }) => answer.items.map(({ username }) => username);

/** Two offices; the first has five agents in different states. */
async function aCrowd() {
  const office = await anOffice({ officeName: "Aspen" });
  const make = (username: string, more: object = {}) => anAgent({ office, username, ...more });
  const agents = [
    await make("crowd_ann", { firstName: "Ann", lastName: "O'Hara" }),
    await make("crowd.bob", { active: false }),
    await make("Crowd-cy", { hidden: true }),
    await make("crowdw", { approved: false }),
    await make("crowd%x", { loginBlocked: true }),
  ];
  const [ann] = agents;
  await queryRows(
    sql`UPDATE agents SET email = 'ann@a.example', campaign_id = 'spring', migrated = true WHERE id = ${ann!.id}`,
  );
  const admin = await anAdmin();
  const elsewhere = await anAgent({ username: "crowd9", office: await anOffice({ officeName: "Birch" }) });
  const find = (criteria: object[], who = admin) => ask(search, who.actor, { criteria });
  return { office, agents, ann: ann!, admin, elsewhere, find };
}
const like = (field: string, value: string) => ({ field, comparison: "LIKE", value });

test("criteria match name, e-mail, campaign, status, office and ID; unapproved agents are not listed [API-27, AGENT-33]", async () => {
  const { office, ann, find } = await aCrowd();
  expect(named(await find([like("username", "%crowd%")]))).toEqual([
    ...["crowd_ann", "Crowd-cy", "crowd.bob", "crowd%x", "crowd9"],
  ]);
  for (const criterion of [
    like("firstName", "%ann%"),
    like("agents.lastName", "%o'hara%"),
    { field: "email", value: "ANN@a.example" },
    { field: "campaignId", value: "spring" },
    { field: "agents.id", value: ann.id },
  ]) {
    expect([criterion, named(await find([criterion]))]).toEqual([criterion, ["crowd_ann"]]);
  }
  const mine = { field: "companyId", value: office.id };
  expect(named(await find([mine, { field: "active", value: false }]))).toEqual(["crowd.bob"]);
  expect(named(await find([mine, { field: "active", value: "0" }]))).toEqual(["crowd.bob"]);
  expect(named(await find([mine, { field: "migrated", value: 1 }]))).toEqual(["crowd_ann"]);
  expect(named(await find([mine, { field: "hidden", value: true }]))).toEqual(["Crowd-cy"]);
  expect((await find([mine])).total).toBe(4);
  const either = [like("username", "crowd\\_ann"), { ...like("username", "crowd9"), operator: "OR" }];
  expect(named(await find(either)).sort()).toEqual(["crowd9", "crowd_ann"]);
  expect((await find([mine, { field: "username", value: "" }])).total).toBe(4);
  expect((await find([{ field: "id", comparison: ">=", value: ann.id }, mine])).total).toBe(4);
});

test("no value of any kind breaks the search [API-27, TRUST-23]", async () => {
  const { find } = await aCrowd();
  const fields = ["username", "active", "companyId", "id", "migrated", "email"];
  const values = [1.5, -1, 1e308, true, "'; DROP TABLE agents; --", "\\", "%\\", "%%%", "NaN", "2147483648", "🦊"];
  for (const field of fields) {
    for (const comparison of ["=", "LIKE", ">=", "<="]) {
      for (const value of values) {
        if (field === "companyId" && comparison === "=") continue;
        const answer = await find([{ field, comparison, value }]);
        expect(answer.total).toBeGreaterThanOrEqual(0);
      }
    }
  }
});

test("a manager finds only their own agents, an admin without Show Suspended no suspended ones, and agents may not search [ROLE-19, ROLE-23]", async () => {
  const { office, agents, elsewhere, find } = await aCrowd();
  const own = await find([], office);
  expect(named(own).sort()).toEqual(["Crowd-cy", "crowd%x", "crowd.bob", "crowd_ann"]);
  expect(own.items.every((row) => row.officeName === undefined)).toBe(true);
  const strict = await anAdmin({ showSuspend: false });
  expect(named(await find([like("username", "crowd%")], strict))).not.toContain("crowd.bob");
  expect(await refused(search, agents[0]!.actor)).toMatchObject({ status: 403 });
  const of = (value: unknown) => ({ criteria: [{ field: "companyId", value }] });
  expect(await refused(search, office.actor, of(elsewhere.companyId))).toEqual({ status: 404 });
  expect(await refused(search, strict.actor, of("nowhere"))).toEqual({ status: 404 });
  expect((await refused(search, office.actor, { sortField: "officeName" })).data).toHaveProperty("sortField");
});

test("an admin without Show Suspended counts the sites that the linked lists show [ROLE-23]", async () => {
  const office = await anOffice({ agents: 1 });
  await aSite({ enabledFor: [office] });
  const { id } = await aSite({ enabledFor: [office] });
  await queryRows(sql`UPDATE sites SET active = false WHERE id = ${id}`);
  const criteria = [{ field: "companyId", value: office.id }];
  for (const [{ actor }, count] of [
    [await anAdmin({ showSuspend: false }), 1],
    [await anAdmin(), 2],
  ] as const) {
    const { items } = await ask(search, actor, { criteria, sortField: "sitesCount" });
    expect(items.map(({ sitesCount }) => sitesCount)).toEqual([count]);
    expect((await ask(sitesScreen, actor, { id: items[0]!.id })).sites).toHaveLength(count);
    const ofOffice = { criteria: [{ field: "companies.id", value: office.id }] };
    const offices = await ask(searchOffices, actor, ofOffice);
    expect(offices.items.map(({ sitesCount }) => sitesCount)).toEqual([count]);
  }
});

test("each column sorts both ways, by default by username ascending, and pages do not overlap [AGENT-08, AGENT-09]", async () => {
  const { office, agents, admin } = await aCrowd();
  const { one: site } = await aSellingOffice();
  const [ann, bob] = agents;
  await queryRows(sql`
      UPDATE accounts SET login_count = 9, last_login_at = now(), registered_at = '2020-01-01' WHERE id = ${bob!.accountId}`);
  await queryRows(sql`INSERT INTO office_sites VALUES (${office.id}, ${site.id})`);
  await queryRows(sql`INSERT INTO agent_sites VALUES (${ann!.id}, ${site.id})`);
  const criteria = [{ field: "companyId", value: office.id }];
  const order = async (input: object) => named(await ask(search, admin.actor, { criteria, ...input }));
  const byName = await order({});
  expect(byName).toEqual(await order({ sortField: "username", sortAsc: true }));
  expect(await order({ sortAsc: false })).toEqual([...byName].reverse());
  const last: Record<string, string> = {
    loginCount: "crowd.bob",
    lastLoginTime: "crowd.bob",
    sitesCount: "crowd_ann",
  };
  for (const [sortField, username] of Object.entries(last)) {
    expect([sortField, (await order({ sortField })).at(-1)]).toEqual([sortField, username]);
    expect([sortField, (await order({ sortField, sortAsc: false }))[0]]).toEqual([sortField, username]);
  }
  expect((await order({ sortField: "regTime" }))[0]).toBe("crowd.bob");
  expect((await order({ sortField: "active" }))[0]).toBe("crowd.bob");
  const all = named(
    await ask(search, admin.actor, { criteria: [like("username", "%crowd%")], sortField: "officeName" }),
  );
  expect(all.at(-1)).toBe("crowd9");
  const paged: string[] = [];
  for (const page of [1, 2, 3]) paged.push(...(await order({ page, pageSize: 2 })));
  expect(paged).toEqual(byName);
});

test("the screen matches typed text literally, anywhere in the field [AGENT-02, AGENT-03, AGENT-04]", async () => {
  const { office, admin } = await aCrowd();
  const list = async (input: object) =>
    named((await ask(listScreen, admin.actor, { companyId: office.id, ...input })).agents);
  expect(await list({ username: "%" })).toEqual(["crowd%x"]);
  expect(await list({ username: "_" })).toEqual(["crowd_ann"]);
  expect(await list({ username: "ROWD" })).toHaveLength(5);
  for (const typed of [{ firstName: "nn" }, { lastName: "'" }, { email: "@A." }, { campaignId: "prin" }]) {
    expect([typed, await list(typed)]).toEqual([typed, ["crowd_ann"]]);
  }
  expect(await list({ active: false })).toEqual(["crowd.bob"]);
  expect(await list({ active: true })).toHaveLength(4);
  expect(await list({ migrated: true })).toEqual(["crowd_ann"]);
  expect(await list({ migrated: false })).toHaveLength(4);
  expect(await list({ approved: false })).toEqual(["crowdw"]);
  expect(await list({ approved: true })).toHaveLength(4);
  expect(await refused(listScreen, admin.actor, { companyId: 999_999 })).toEqual({ status: 404 });
});

test("the common log records whose passwords were shown [AGENT-06, TRUST-21]", async () => {
  const { ann, office, admin, find } = await aCrowd();
  await setPassword(ann.accountId, "shown-to-managers");
  const entries: LogEntry[] = [];
  setJournal((entry) => void entries.push(entry));
  try {
    const shown = (await find([], office)).items.find(({ id }) => id === ann.id);
    expect(shown?.plainPassword).toBe("shown-to-managers");
    expect(entries.at(-1)).toMatchObject({ type: "READ", revealed: [ann.username] });
    await ask(setStatus, admin.actor, { ids: [ann.id], active: false });
    expect(entries.at(-1)?.revealed).toEqual([]);
  } finally {
    setJournal(() => undefined);
  }
});
