import { describe, expect, it } from "vitest";
import {
  pick as pickAgents,
  search as searchAgents,
  sites as sitesOfAgent,
  sitesScreen as agentScreen,
} from "../../../server/agents";
import { execute } from "../../../server/kernel/database/transactions";
import { sql } from "../../../server/kernel/database/sql";
import { pick as pickOffices, sites as sitesOfOffice, sitesScreen as officeScreen } from "../../../server/offices";
import { card, listScreen, pick, search } from "../../../server/sites";
import { bySite } from "../../../server/types";
import { ask, refused } from "../../reports/ask";
import { anAdmin, anAgent, anOffice, aSite, aSuperadmin, enable } from "../../world/builders";
import { first } from "../../world/first";
import { inRollback } from "../../world/database";
import { test } from "../../world/rollback";

const names = (list: readonly { sitename: string }[]) => list.map(({ sitename }) => sitename);

/** Exactly five sites, of three kinds and with 0 to 2 links. */
const inFive = (body: (boss: Awaited<ReturnType<typeof aSuperadmin>>["actor"]) => Promise<void>) =>
  inRollback(async () => {
    await execute(sql`DELETE FROM sites`);
    const made = [
      await aSite({ sitename: "beta", types: 2 }),
      await aSite({ sitename: "Alpha", types: 1 }),
      await aSite({ sitename: "delta 100%", types: 0, active: false }),
      await aSite({ sitename: "Gamma", types: 1, hidden: true }),
      await aSite({ sitename: "epsilon", types: 0, active: false, hidden: true }),
    ];
    await execute(sql`UPDATE sites SET type = 'ADULT' WHERE id IN (${made[0]?.id}, ${made[2]?.id})`);
    await execute(sql`UPDATE sites SET type = 'CASINO' WHERE id = ${made[3]?.id}`);
    await body((await aSuperadmin()).actor);
  });

describe("the search", () => {
  it("sorts sites by name regardless of case, or by type, status and number of links on request [SITE-04, SITE-05, API-82]", () =>
    inFive(async (boss) => {
      const sorted = async (given = {}) => names((await ask(search, boss, given)).items);
      expect(await sorted()).toEqual(["Alpha", "beta", "delta 100%", "epsilon", "Gamma"]);
      expect(await sorted({ sortAsc: false })).toEqual(["Gamma", "epsilon", "delta 100%", "beta", "Alpha"]);
      expect(await sorted({ sortField: "type" })).toEqual(["beta", "delta 100%", "Gamma", "Alpha", "epsilon"]);
      expect(await sorted({ sortField: "status" })).toEqual(["delta 100%", "epsilon", "beta", "Alpha", "Gamma"]);
      const byLinks = await sorted({ sortField: "typeCount", sortAsc: false });
      expect([byLinks[0], byLinks.slice(-2).sort()]).toEqual(["beta", ["delta 100%", "epsilon"]]);
      expect(await refused(search, boss, { sortField: "url" })).toEqual({
        ...{ status: 422, data: { sortField: ["This column cannot be sorted."] } },
      });
    }));

  it("returns pages with the total [SITE-05, API-82]", () =>
    inFive(async (boss) => {
      const page = await ask(search, boss, { page: 2, pageSize: 2 });
      expect([names(page.items), page.total]).toEqual([["delta 100%", "epsilon"], 5]);
      expect((await ask(search, boss, { page: 9, pageSize: 2 })).items).toEqual([]);
      for (const given of [{ page: 0 }, { pageSize: 501 }, { page: "x" }]) {
        expect((await refused(search, boss, given)).status).toBe(422);
      }
    }));

  it.each([
    [[{ field: "sitename", comparison: "LIKE", value: "%LT%" }], ["delta 100%"]],
    [[{ field: "sitename", value: "alpha" }], ["Alpha"]],
    [[{ field: "sites.type", value: "ADULT" }], ["beta", "delta 100%"]],
    [[{ field: "status", value: 1 }], ["Alpha", "beta", "Gamma"]],
    [[{ field: "status", value: false }], ["delta 100%", "epsilon"]],
    [
      [
        { field: "type", value: "CASINO" },
        { field: "sitename", operator: "OR", value: "beta" },
      ],
      ["beta", "Gamma"],
    ],
    [[{ field: "sitename", value: "" }], ["Alpha", "beta", "delta 100%", "epsilon", "Gamma"]],
    [[{ field: "sitename", value: "' OR 1=1 --" }], []],
  ])("criteria %j find %j [API-82]", (criteria, found) =>
    inFive(async (boss) => {
      const { items, total } = await ask(search, boss, { criteria });
      expect([names(items), total]).toEqual([found, found.length]);
    }),
  );

  it("the screen filters by part of the name, literally, by type and by status [SITE-02, WIDGET-34]", () =>
    inFive(async (boss) => {
      const found = async (given: object) => names((await ask(listScreen, boss, { ...given })).sites.items);
      expect(await found({ sitename: "LT" })).toEqual(["delta 100%"]);
      expect(await found({ sitename: "%" })).toEqual(["delta 100%"]);
      expect(await found({ sitename: "_" })).toEqual([]);
      expect(await found({ type: "ADULT", status: 0 })).toEqual(["delta 100%"]);
      expect(await found({ status: 1 })).toEqual(["Alpha", "beta", "Gamma"]);
      expect((await refused(listScreen, boss, { type: "BOOKS", status: 7 })).data).toEqual({
        type: ["Please choose one from the list."],
        status: ["Please choose yes or no."],
      });
    }));

  it("finds no suspended sites for accounts that may not see them, and is refused below admin [ROLE-03, ROLE-14]", () =>
    inFive(async () => {
      const { actor } = await anAdmin({ showSuspend: false });
      expect(names((await ask(search, actor)).items)).toEqual(["Alpha", "beta", "Gamma"]);
      expect((await ask(listScreen, actor, { status: 0 })).sites).toEqual({ items: [], total: 0 });
      const { items } = await ask(search, (await anAdmin()).actor);
      expect([names(items).length, Object.keys(first(items))]).toEqual([
        5,
        expect.not.arrayContaining(["allowedAddresses"]),
      ]);
      for (const other of [await anOffice(), await anAgent()]) {
        expect(await refused(search, other.actor)).toEqual({ status: 403 });
        expect(await refused(listScreen, other.actor)).toEqual({ status: 403 });
      }
    }));
});

it("the filter is all, available, or available and suspended; managers and agents get id and name of their sites [SITE-16, SITE-30, API-77, ROLE-02]", () =>
  inFive(async (boss) => {
    const picked = async (filter: string, actor = boss) => names(await ask(pick, actor, { filter }));
    expect(await picked("all")).toEqual(["Alpha", "beta", "delta 100%", "epsilon", "Gamma"]);
    expect(await picked("onlyAvailable")).toEqual(["Alpha", "beta"]);
    expect(await picked("onlyAvailablePlusSuspended")).toEqual(["Alpha", "beta", "delta 100%"]);
    expect(await refused(pick, boss, { filter: "some" })).toMatchObject({ status: 422 });
    const { actor: admin } = await anAdmin({ showSuspend: false });
    expect(await picked("onlyAvailablePlusSuspended", admin)).toEqual(["Alpha", "beta"]);
    const agent = await anAgent();
    const [alpha, , delta] = await ask(pick, boss);
    for (const site of [alpha, delta]) if (site) await enable(site, { id: agent.companyId });
    expect(await ask(pick, agent.actor)).toEqual([
      { id: alpha?.id, sitename: "Alpha" },
      { id: delta?.id, sitename: "delta 100%" },
    ]);
    expect(await picked("onlyAvailable", agent.actor)).toEqual(["Alpha"]);
  }));

it("the sites of an agent and of an office have the same form: name, abbreviation, status, whether enabled [SITE-14, API-85, API-86]", () =>
  inFive(async (boss) => {
    const office = await anOffice({ agents: 1 });
    const [agent] = office.agents;
    const all = await ask(pick, boss);
    const [alpha, , delta] = all;
    for (const site of [alpha, delta]) if (site) await enable(site, office);
    await execute(sql`DELETE FROM agent_sites WHERE agent_id = ${agent?.id} AND site_id = ${alpha?.id}`);
    const told = (site: typeof alpha, abbr: string, status: number, enable: boolean) => ({
      ...{ siteId: site?.id, sitename: site?.sitename, abbr, status, enable },
    });
    expect(await ask(sitesOfAgent, boss, { id: agent?.id })).toEqual([
      told(alpha, "Alpha", 1, false),
      told(delta, "delta 100%", 0, true),
    ]);
    expect(await ask(sitesOfOffice, office.actor, { id: office.id })).toEqual([
      told(alpha, "Alpha", 1, true),
      told(delta, "delta 100%", 0, true),
    ]);
    expect((await ask(sitesOfOffice, boss, { id: office.id })).map((site) => site.enable)).toEqual([
      ...[true, false, true, false, false],
    ]);
    const shown = (site: typeof alpha, abbr: string, active: boolean) => ({
      ...{ siteId: site?.id, sitename: site?.sitename, abbr, active, hidden: false },
    });
    expect(await ask(agentScreen, boss, { id: agent?.id })).toMatchObject({
      ...{ username: agent?.username, sites: [shown(delta, "delta 100%", false)] },
    });
    expect((await ask(officeScreen, boss, { officeId: office.id })).sites).toEqual([
      shown(alpha, "Alpha", true),
      shown(delta, "delta 100%", false),
    ]);
    const { actor: admin } = await anAdmin({ showSuspend: false });
    expect((await ask(agentScreen, admin, { id: agent?.id })).sites).toEqual([]);
    expect(names(await ask(sitesOfAgent, admin, { id: agent?.id }))).toEqual(["Alpha"]);
    expect(names(await ask(sitesOfOffice, admin, { id: office.id }))).toEqual(["Alpha", "beta", "Gamma"]);
    const foreign = await anOffice();
    expect(await refused(sitesOfAgent, foreign.actor, { id: agent?.id })).toEqual({ status: 404 });
    expect(await refused(sitesOfOffice, foreign.actor, { id: office.id })).toEqual({ status: 404 });
  }));

test("a site's card says whether it is in use, to admins only", async () => {
  const office = await anOffice();
  const { id } = await aSite({ sitename: "Asters", active: false, hidden: true, enabledFor: [office] });
  const expected = { id, sitename: "Asters", active: false, hidden: true };
  expect(await ask(card, (await anAdmin()).actor, { id })).toEqual(expected);
  expect(await refused(card, office.actor, { id })).toMatchObject({ status: 403 });
});

test("pickers of offices, agents and links list what the account may choose [API-98]", async () => {
  const office = await anOffice({ agents: 1 });
  const [agent] = office.agents;
  const site = await aSite({ types: [{ typename: "b" }, { typename: "A" }], enabledFor: [office] });
  const { actor } = office;
  expect(await ask(pickOffices, actor)).toEqual([{ id: office.id, officeName: office.officeName }]);
  const picked = { id: agent?.id, username: agent?.username, companyId: office.id, firstName: "Ada" };
  expect(await ask(pickAgents, actor)).toMatchObject([picked]);
  const criteria = [{ field: "agents.id", operator: "AND", value: agent?.id }];
  expect((await ask(searchAgents, actor, { criteria, pageSize: 10 })).items).toMatchObject([picked]);
  const links = await ask(bySite, actor, { siteId: site.id });
  expect(links.map(({ siteId, typename }) => [siteId, typename])).toEqual([
    ...[
      [site.id, "A"],
      [site.id, "b"],
    ],
  ]);
  const foreign = await anOffice();
  expect(await refused(bySite, foreign.actor, { siteId: site.id })).toEqual({ status: 404 });
  expect(await ask(pickAgents, foreign.actor)).toEqual([]);
});
