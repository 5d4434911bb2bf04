import { expect } from "vitest";
import * as agents from "../../server/agents";
import { execute } from "../../server/kernel/database/transactions";
import type { Actor } from "../../server/kernel/operation/roles";
import { sql } from "../../server/kernel/database/sql";
import * as offices from "../../server/offices";
import { geos } from "../../server/reports";
import * as sites from "../../server/sites";
import * as types from "../../server/types";
import { aClick, anAdmin, anAgent, anOffice, aPrice, aSale, aSite, aSuperadmin, enable } from "../world/builders";
import { test } from "../world/rollback";
import { ask, refused } from "./ask";
import { fold } from "./fold";
import { theWeek } from "./the-week";

test("admins get all offices by name, managers their own, agents none [API-37]", async () => {
  const admin = await anAdmin();
  const blind = await anAdmin({ showSuspend: false });
  const zoo = await anOffice({ officeName: "zoo" });
  const attic = await anOffice({ officeName: "Attic", active: false });
  const bay = await anOffice({ officeName: "Bay", hidden: true });
  const agent = await anAgent({ office: zoo });
  const names = async (actor: Actor, input = {}) => (await ask(offices.pick, actor, input)).map(({ id }) => id);
  expect(await names(admin.actor)).toEqual([attic.id, bay.id, zoo.id]);
  expect(await names(admin.actor, { onlyAvailable: true })).toEqual([zoo.id]);
  expect(await names(blind.actor)).toEqual([bay.id, zoo.id]);
  expect(await ask(offices.pick, bay.actor)).toEqual([{ id: bay.id, officeName: "Bay" }]);
  expect(await names(attic.actor)).toEqual([attic.id]);
  expect(await refused(offices.pick, agent.actor)).toEqual({ status: 403 });
});

test("agents of all or of one office can be available, suspended or all, and managers get their own [API-38, STAT-33, ROLE-23]", async () => {
  const admin = await anAdmin();
  const blind = await anAdmin({ showSuspend: false });
  const [north, south] = [await anOffice(), await anOffice()];
  const active = await anAgent({ office: north, username: "b", firstName: "Bo", lastName: "Ek" });
  const suspended = await anAgent({ office: north, username: "A", active: false });
  const hidden = await anAgent({ office: north, username: "c", hidden: true });
  const unapproved = await anAgent({ office: north, username: "d", approved: false });
  const other = await anAgent({ office: south, username: "e" });
  const gone = await anAgent({ office: north, username: "f" });
  await execute(sql`UPDATE accounts SET deleted_at = now() WHERE id = ${gone.accountId}`);
  const ids = async (actor: Actor, input = {}) => (await ask(agents.pick, actor, input)).map(({ id }) => id);
  expect(await ids(admin.actor)).toEqual([suspended.id, active.id, other.id]);
  expect(await ids(admin.actor, { agentsQuery: "onlyAvailable", companyId: north.id })).toEqual([active.id]);
  expect(await ids(admin.actor, { agentsQuery: "onlyAvailablePlusSuspended", companyId: north.id })).toEqual([
    suspended.id,
    active.id,
  ]);
  expect(await ids(north.actor, { agentsQuery: "all" })).toEqual(
    [suspended, active, hidden, unapproved].map(({ id }) => id),
  );
  expect(await ids(blind.actor, { companyId: north.id })).toEqual([active.id]);
  expect(await ask(agents.pick, north.actor, { agentsQuery: "onlyAvailable" })).toEqual([
    { id: active.id, username: "b", firstName: "Bo", lastName: "Ek", companyId: north.id },
  ]);
  expect(await refused(agents.pick, north.actor, { companyId: south.id })).toEqual({ status: 404 });
  expect(await refused(agents.pick, admin.actor, { companyId: 2_000_000_000 })).toEqual({ status: 404 });
  expect(await refused(agents.pick, admin.actor, { agentsQuery: "some" })).toMatchObject({ status: 422 });
  expect(await refused(agents.pick, active.actor)).toEqual({ status: 403 });
});

test("admins get sites with all fields, other roles the names of enabled sites [API-77]", async () => {
  const [superadmin, admin, blind] = [await aSuperadmin(), await anAdmin(), await anAdmin({ showSuspend: false })];
  const office = await anOffice({ agents: 1 });
  const [agent] = office.agents;
  const zinc = await aSite({ sitename: "zinc", types: 2, enabledFor: [office] });
  const amber = await aSite({ sitename: "Amber", active: false, enabledFor: [office] });
  const moss = await aSite({ sitename: "moss", hidden: true });
  const late = await anAgent({ office });
  const names = async (actor: Actor, filter?: string) =>
    (await ask(sites.pick, actor, filter ? { filter } : {})).map(({ sitename }) => sitename);
  expect(await names(admin.actor)).toEqual(["Amber", "moss", "zinc"]);
  expect(await names(admin.actor, "onlyAvailable")).toEqual(["zinc"]);
  expect(await names(admin.actor, "onlyAvailablePlusSuspended")).toEqual(["Amber", "zinc"]);
  expect(await names(blind.actor)).toEqual(["moss", "zinc"]);
  expect(await ask(sites.pick, office.actor, { filter: "all" })).toEqual([
    { id: amber.id, sitename: "Amber" },
    { id: zinc.id, sitename: "zinc" },
  ]);
  expect(await names(agent?.actor ?? office.actor)).toEqual(["Amber", "zinc"]);
  expect(await names(late.actor)).toEqual([]);
  await enable(moss, office);
  expect(await names(late.actor)).toEqual(["moss"]);
  const [first] = await ask(sites.pick, admin.actor, { filter: "onlyAvailable" });
  expect(first).toMatchObject({
    id: zinc.id,
    status: 1,
    active: true,
    typeCount: 2,
    avp: false,
    version: 1,
    type: "DATING",
  });
  expect(first).not.toHaveProperty("allowedAddresses");
  expect((await ask(sites.pick, superadmin.actor, {}))[0]).toMatchObject({ status: 0, allowedAddresses: [] });
  expect(await refused(sites.pick, admin.actor, { filter: "some" })).toMatchObject({ status: 422 });
});

test("a site's links show names to roles below admin, prices without earnings to admins, and everything to superadmins, by name [API-54]", async () => {
  const [superadmin, admin] = [await aSuperadmin(), await anAdmin()];
  const office = await anOffice({ agents: 1 });
  const [agent] = office.agents;
  const site = await aSite({
    types: [{ typename: "two" }, { typename: "One", bonus: true, active: false }],
    enabledFor: [office],
  });
  const foreign = await aSite();
  const [two, one] = site.types;
  if (!two || !one || !agent) throw new Error("The builders built too little.");
  await aPrice({ type: two, payout: 700.5, earning: 9, lpp: 4, since: "2026-01-01" });
  await aPrice({ type: two, payout: 900, since: "2999-01-01" });
  await aPrice({ type: two, geo: "DE", payout: 50, earning: 5.5, since: "2026-01-01" });
  await aPrice({ type: two, geo: "FR", payout: 60, since: "2026-01-01" });
  await aPrice({ type: two, geo: "FR", payout: 60, enabled: false, since: "2026-01-02" });
  await aPrice({ type: two, office, payout: 1, since: "2026-01-01" });
  const names = [
    { id: one.id, siteId: site.id, typename: "One" },
    { id: two.id, siteId: site.id, typename: "two" },
  ];
  expect(await ask(types.bySite, office.actor, { siteId: site.id })).toEqual(names);
  expect(await ask(types.bySite, agent.actor, { siteId: site.id, sortAsc: false })).toEqual(names.toReversed());
  const both = { url: "https://example.org/land", bbrCh: 0, showNoSalesStat: false, allowedHosts: [], version: 1 };
  const priced = [
    {
      ...names[0],
      ...both,
      typealias: "One",
      payout: 500,
      lpp: 1,
      bonus: true,
      bonusPayout: 250,
      bonusLpp: 2,
      status: 0,
      feeGeos: [],
    },
    {
      ...{
        ...names[1],
        ...both,
        typealias: "two",
        payout: 700.5,
        lpp: 4,
        bonus: false,
        bonusPayout: null,
        bonusLpp: null,
      },
      ...{ status: 1, feeGeos: [{ geo: "DE", payout: 50 }] },
    },
  ];
  expect(await ask(types.bySite, admin.actor, { siteId: site.id })).toEqual(priced);
  const earned = await ask(types.bySite, superadmin.actor, { siteId: site.id, sortField: "earning" });
  expect(earned).toEqual([
    { ...priced[1], earning: 9, bonusEarning: null, feeGeos: [{ geo: "DE", payout: 50, earning: 5.5 }] },
    { ...priced[0], earning: 20, bonusEarning: 10 },
  ]);
  for (const sortField of ["url", "payout", "lpp", "status", "bbrCh"]) {
    expect(await ask(types.bySite, admin.actor, { siteId: site.id, sortField })).toHaveLength(2);
    expect(await refused(types.bySite, office.actor, { siteId: site.id, sortField })).toMatchObject({ status: 422 });
  }
  expect(await refused(types.bySite, admin.actor, { siteId: site.id, sortField: "earning" })).toMatchObject({
    status: 422,
  });
  expect(await refused(types.bySite, admin.actor, { siteId: 2_000_000_000 })).toEqual({ status: 404 });
  expect(await refused(types.bySite, office.actor, { siteId: foreign.id })).toEqual({ status: 404 });
  expect(await refused(types.bySite, agent.actor, { siteId: foreign.id })).toEqual({ status: 404 });
});

test("countries come from the clicks and events that the account may see, rolled up or not [API-70, REP-SITES-04]", async () => {
  const { admin, north, ada, bob, cid, quick } = await theWeek();
  await fold();
  await aClick({ agent: cid, type: quick, at: "2026-03-09T12:00Z", class: "bot", geo: "JP" });
  await aClick({ agent: bob, type: quick, at: "2026-03-09T12:00Z", geo: "" });
  await aSale({ agent: bob, type: quick, at: "2026-03-09T12:00Z", geo: "AT" });
  const seen = (actor: Actor) => ask(geos, actor);
  expect(await seen(admin.actor)).toEqual(["AT", "DE", "FR", "JP", "US"]);
  expect(await seen(north.actor)).toEqual(["AT", "DE", "FR", "US"]);
  expect(await seen(ada.actor)).toEqual(["DE", "FR", "US"]);
  expect(await seen(cid.actor)).toEqual(["JP", "US"]);
  await fold();
  expect(await seen(admin.actor)).toEqual(["AT", "DE", "FR", "JP", "US"]);
  // Between, before and after the countries that were found before, and more than one statement looks for.
  const more = [
    "AD",
    "BE",
    "BG",
    "ZW",
    ...[..."MT"].flatMap((first) => [..."CDFGHKLMNORVWZ"].map((last) => first + last)),
  ];
  // Former versions stored UK for Britain, and codes that no country has.
  for (const geo of [...more, "XX", "UK", "MJ"])
    await aClick({ agent: bob, type: quick, at: "2026-03-09T12:00Z", geo });
  await fold();
  const all = ["AT", "DE", "FR", "GB", "US", ...more].sort();
  expect(await seen(north.actor)).toEqual(all);
  expect(await seen(north.actor)).toEqual(all);
  expect(await seen(cid.actor)).toEqual(["JP", "US"]);
});
